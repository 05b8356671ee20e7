"""FedRota decides who trains, when, and what they are paid, in federated learning."""

from fedrota._version import __version__

__all__ = ["__version__"]
