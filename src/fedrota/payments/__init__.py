"""What clients are paid: prices, mechanisms. Arithmetic on arrays: nothing here knows a client or a database."""
