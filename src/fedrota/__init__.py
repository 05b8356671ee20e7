"""FedRota decides who trains, when, and what they are paid, in federated learning.

The main line, from offers to a pool::

    import fedrota as fr

    task = fr.Task(budget=30_000, periods=20, size=10, tolerance=3, max_turns=3, min_clients=50)
    offers = fr.read_offers("offers.csv")
    scores = fr.score_offers(task, offers)
    pool = fr.select_pool(task, scores, fr.Greedy())
    print(pool.summary())

Importing this loads numpy and nothing heavier; compiled kernels load at first use.
"""

from fedrota._version import __version__
from fedrota.domain.clients import Client, Histogram, History, Offer
from fedrota.domain.criteria import TABLE_1, Criterion
from fedrota.domain.errors import (
    BudgetTooSmall,
    DependentScores,
    FedRotaError,
    Infeasible,
    InvalidFile,
    InvalidInput,
    InvalidValue,
    MissingExtra,
    NewerFile,
    RateTooLow,
    TooFewClients,
)
from fedrota.domain.files import (
    read_offers,
    read_pool,
    read_scores,
    read_task,
    write_example,
    write_offers,
    write_pool,
    write_scores,
    write_task,
)
from fedrota.domain.offers import Offers
from fedrota.domain.pool import Pool
from fedrota.domain.scores import ScoreTable
from fedrota.domain.selection import Selection
from fedrota.domain.task import LinearPrice, Task
from fedrota.payments.pricing import linear_price
from fedrota.pool.explain import Explanation, explain_pool
from fedrota.pool.selectors import DynamicProgram, Exact, Greedy, RandomPool, Selector, UniformRate
from fedrota.pool.stage1 import select_pool
from fedrota.scoring import AddedCriterion, score_offers, shannon_rate

__all__ = [
    "TABLE_1",
    "AddedCriterion",
    "BudgetTooSmall",
    "Client",
    "Criterion",
    "DependentScores",
    "DynamicProgram",
    "Exact",
    "Explanation",
    "FedRotaError",
    "Greedy",
    "Histogram",
    "History",
    "Infeasible",
    "InvalidFile",
    "InvalidInput",
    "InvalidValue",
    "LinearPrice",
    "MissingExtra",
    "NewerFile",
    "Offer",
    "Offers",
    "Pool",
    "RandomPool",
    "RateTooLow",
    "ScoreTable",
    "Selection",
    "Selector",
    "Task",
    "TooFewClients",
    "UniformRate",
    "__version__",
    "explain_pool",
    "linear_price",
    "read_offers",
    "read_pool",
    "read_scores",
    "read_task",
    "score_offers",
    "select_pool",
    "shannon_rate",
    "write_example",
    "write_offers",
    "write_pool",
    "write_scores",
    "write_task",
]
