"""What clients offer and did before becomes scores: one column a criterion, one total a client (the paper's §IV)."""

from fedrota.scoring.added import AddedCriterion
from fedrota.scoring.connection import shannon_rate
from fedrota.scoring.past import quality_from_cosine, task_behavior, task_quality
from fedrota.scoring.table import score_offers

__all__ = [
    "AddedCriterion",
    "quality_from_cosine",
    "score_offers",
    "shannon_rate",
    "task_behavior",
    "task_quality",
]
