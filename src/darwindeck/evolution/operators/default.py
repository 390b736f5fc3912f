"""The pipeline that evolution uses."""

from __future__ import annotations

from darwindeck.evolution.operators.base import MutationOperator
from darwindeck.evolution.operators.cards import (
    ChangeCardsMutation,
    LoosenCardsMutation,
    NarrowCardsMutation,
    WidenCardsMutation,
)
from darwindeck.evolution.operators.choices import (
    CaptureOtherwiseMutation,
    ChangeEdgeRuleMutation,
    ChangeMatchingMutation,
    SwitchFlagMutation,
    SwitchWayMutation,
)
from darwindeck.evolution.operators.combinations import (
    AddPatternMutation,
    ChangePatternMutation,
    RemovePatternMutation,
    SwapPatternsMutation,
)
from darwindeck.evolution.operators.effects import (
    AddEffectMutation,
    ChangeEffectMutation,
    RemoveEffectMutation,
)
from darwindeck.evolution.operators.endings import (
    ChangeMatchMutation,
    ChangeTargetMutation,
    RemoveWinMutation,
    ReverseAimMutation,
)
from darwindeck.evolution.operators.numbers import TweakParameterMutation
from darwindeck.evolution.operators.packs import (
    ChangeCardWorthMutation,
    ChangeDeckMutation,
    ChangeTrumpOrderMutation,
    ChangeTrumpsMutation,
    ReorderRanksMutation,
)
from darwindeck.evolution.operators.phases import (
    AddPhaseMutation,
    ChangeAuctionMutation,
    DrawAfterTricksMutation,
    DuplicatePhaseMutation,
    RemoveCallMutation,
    RemovePhaseMutation,
    SwapPhasesMutation,
)
from darwindeck.evolution.operators.pipeline import MutationPipeline
from darwindeck.evolution.operators.scoring import (
    AddCardScoringMutation,
    AddScoringRuleMutation,
    ChangeScoringRuleMutation,
    RemoveCardScoringMutation,
    RemoveScoringRuleMutation,
)
from darwindeck.evolution.operators.simplify import DropClauseMutation, DropConditionMutation
from darwindeck.evolution.operators.teams import (
    DisableTeamModeMutation,
    EnableTeamModeMutation,
    MutateTeamAssignmentMutation,
)
from darwindeck.evolution.operators.terms import (
    AddTermMutation,
    ChangeTermMutation,
    DropTermMutation,
    TweakConstantMutation,
)
from darwindeck.evolution.operators.tricks import (
    AddDutyMutation,
    ChangeBreakingMutation,
    ChangeLeaderMutation,
    DropDutyMutation,
    SwapDutiesMutation,
)
from darwindeck.genome.schema import GameGenome

OPERATORS: tuple[type[MutationOperator], ...] = (
    ChangeCardsMutation,
    LoosenCardsMutation,
    NarrowCardsMutation,
    WidenCardsMutation,
    CaptureOtherwiseMutation,
    ChangeEdgeRuleMutation,
    ChangeMatchingMutation,
    SwitchFlagMutation,
    SwitchWayMutation,
    AddPatternMutation,
    ChangePatternMutation,
    RemovePatternMutation,
    SwapPatternsMutation,
    AddEffectMutation,
    ChangeEffectMutation,
    RemoveEffectMutation,
    ChangeMatchMutation,
    ChangeTargetMutation,
    RemoveWinMutation,
    ReverseAimMutation,
    TweakParameterMutation,
    ChangeCardWorthMutation,
    ChangeDeckMutation,
    ChangeTrumpOrderMutation,
    ChangeTrumpsMutation,
    ReorderRanksMutation,
    AddPhaseMutation,
    ChangeAuctionMutation,
    DrawAfterTricksMutation,
    DuplicatePhaseMutation,
    RemoveCallMutation,
    RemovePhaseMutation,
    SwapPhasesMutation,
    AddCardScoringMutation,
    AddScoringRuleMutation,
    ChangeScoringRuleMutation,
    RemoveCardScoringMutation,
    RemoveScoringRuleMutation,
    DropClauseMutation,
    DropConditionMutation,
    DisableTeamModeMutation,
    EnableTeamModeMutation,
    MutateTeamAssignmentMutation,
    AddTermMutation,
    ChangeTermMutation,
    DropTermMutation,
    TweakConstantMutation,
    AddDutyMutation,
    ChangeBreakingMutation,
    ChangeLeaderMutation,
    DropDutyMutation,
    SwapDutiesMutation,
)
"""Every operator, each with its usual probability."""


def create_default_pipeline(intensity: float = 1.0) -> MutationPipeline:
    """All operators; `intensity` is the number of changes of a mutation on average."""
    return MutationPipeline([operator() for operator in OPERATORS], intensity)


def mutate(genome: GameGenome, seed: int) -> GameGenome:
    """A valid, complete game that differs from this one in play; the seed decides which."""
    return create_default_pipeline().mutate(genome, seed)
