"""What a card says now: errata read as instructions, and put into its printed text. Pure.

In doubt it declines: a text that is not certain is not shown as certain.
"""

from rulings.effective.applying import Effective, Step, apply, least_sure
from rulings.effective.instructions import Instruction, Kind, read_instructions
from rulings.effective.rarity import Rarity
from rulings.effective.setting import Outcome, Printed

__all__ = [
    "Effective",
    "Instruction",
    "Kind",
    "Outcome",
    "Printed",
    "Rarity",
    "Step",
    "apply",
    "least_sure",
    "read_instructions",
]
