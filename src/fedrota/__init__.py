"""FedRota decides who trains, when, and what they are paid, in federated learning.

The main line, from offers to a plan::

    import fedrota as fr

    task = fr.Task(budget=30_000, periods=20, size=10, tolerance=3, max_turns=3, min_clients=50)
    offers = fr.read_offers("offers.csv")
    scores = fr.score_offers(task, offers)
    pool = fr.select_pool(task, scores, fr.Greedy())
    print(pool.summary())
    plan = fr.plan_subsets(task, pool, fr.Balanced(), seed=7)
    print(fr.certify(plan))

Importing this loads numpy and nothing heavier; compiled kernels load at first use.
"""

from fedrota._version import __version__
from fedrota.domain.certificate import Certificate, Check
from fedrota.domain.clients import Client, Histogram, History, Offer
from fedrota.domain.criteria import TABLE_1, Criterion
from fedrota.domain.errors import (
    BudgetExceeded,
    BudgetTooSmall,
    DependentScores,
    FedRotaError,
    Infeasible,
    InvalidFile,
    InvalidInput,
    InvalidValue,
    MissingExtra,
    NewerFile,
    NoPartition,
    PlanFailed,
    ProblemTooLarge,
    RateTooLow,
    TooFewClients,
)
from fedrota.domain.files import (
    read_offers,
    read_plan,
    read_pool,
    read_scores,
    read_task,
    write_example,
    write_offers,
    write_plan,
    write_pool,
    write_scores,
    write_task,
)
from fedrota.domain.offers import Offers
from fedrota.domain.plan import Plan
from fedrota.domain.pool import Pool
from fedrota.domain.scores import ScoreTable
from fedrota.domain.selection import Selection
from fedrota.domain.task import LinearPrice, Task
from fedrota.payments.pricing import linear_price
from fedrota.pool.explain import Explanation, explain_pool
from fedrota.pool.selectors import DynamicProgram, Exact, Greedy, RandomPool, Selector, UniformRate
from fedrota.pool.stage1 import select_pool
from fedrota.scoring import AddedCriterion, score_offers, shannon_rate
from fedrota.subsets.certificate import certify
from fedrota.subsets.planners import Balanced, LabelGreedy, Planner, PlanRequest, RandomPlan, RoundRobinPlan, Sequential
from fedrota.subsets.stage2 import plan_subsets

__all__ = [
    "TABLE_1",
    "AddedCriterion",
    "Balanced",
    "BudgetExceeded",
    "BudgetTooSmall",
    "Certificate",
    "Check",
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
    "LabelGreedy",
    "LinearPrice",
    "MissingExtra",
    "NewerFile",
    "NoPartition",
    "Offer",
    "Offers",
    "Plan",
    "PlanFailed",
    "PlanRequest",
    "Planner",
    "Pool",
    "ProblemTooLarge",
    "RandomPlan",
    "RandomPool",
    "RateTooLow",
    "RoundRobinPlan",
    "ScoreTable",
    "Selection",
    "Selector",
    "Sequential",
    "Task",
    "TooFewClients",
    "UniformRate",
    "__version__",
    "certify",
    "explain_pool",
    "linear_price",
    "plan_subsets",
    "read_offers",
    "read_plan",
    "read_pool",
    "read_scores",
    "read_task",
    "score_offers",
    "select_pool",
    "shannon_rate",
    "write_example",
    "write_offers",
    "write_plan",
    "write_pool",
    "write_scores",
    "write_task",
]
