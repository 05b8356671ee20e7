"""The files of the nouns: offers, tasks, score tables, pools and plans. Reading checks everything, in words."""

from fedrota.domain.files.example import write_example
from fedrota.domain.files.offers import read_offers, write_offers
from fedrota.domain.files.plans import plan_from_json, plan_to_json, read_plan, write_plan
from fedrota.domain.files.pool_or_offers import read_pool_or_offers
from fedrota.domain.files.pools import pool_from_json, pool_to_json, read_pool, write_pool
from fedrota.domain.files.score_tables import read_scores, scores_from_json, scores_to_json, write_scores
from fedrota.domain.files.tasks import read_task, write_task

__all__ = [
    "plan_from_json",
    "plan_to_json",
    "pool_from_json",
    "pool_to_json",
    "read_offers",
    "read_plan",
    "read_pool",
    "read_pool_or_offers",
    "read_scores",
    "read_task",
    "scores_from_json",
    "scores_to_json",
    "write_example",
    "write_offers",
    "write_plan",
    "write_pool",
    "write_scores",
    "write_task",
]
