"""What an organiser may rank by, as words: the choice in the settings, the sentence in the règlement.

Tournament only knows the words; scoring, which computes the ranking, hands them over when the program starts.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Wording:
    """*label* heads a choice, *sentence* explains it in the règlement; both are msgids, translated where they show."""

    label: str
    sentence: str


CRITERIA: dict[str, Wording] = {}
