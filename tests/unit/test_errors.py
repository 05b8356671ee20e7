"""The error family is drawn once, at the top of its module, and the drawing is true."""

import fedrota.domain.errors as errors
from fedrota.domain.errors import FedRotaError


def family(root: type) -> set[str]:
    """Return the names of a class and all its descendants."""
    children: list[type] = root.__subclasses__()
    return {root.__name__}.union(*(family(child) for child in children))


def test_the_tree_in_the_docstring_names_every_error():
    """Whoever reads the top of the file should know the whole family."""
    drawn = {word for word in (errors.__doc__ or "").replace("│", " ").split() if word.isidentifier()}

    assert family(FedRotaError) <= drawn


def test_every_error_is_exported():
    """A named error that cannot be imported cannot be caught."""
    assert family(FedRotaError) == set(errors.__all__) - {"Place"}
