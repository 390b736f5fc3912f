"""Operators: small changes to games, and the pipeline that makes sound games of them."""

from darwindeck.evolution.crossing import crossover
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
from darwindeck.evolution.operators.default import OPERATORS, create_default_pipeline, mutate
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
from darwindeck.evolution.operators.pipeline import MutationPipeline, NoMutation
from darwindeck.evolution.operators.rates import Rate, Rates
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

__all__ = [
    "AddCardScoringMutation",
    "AddDutyMutation",
    "AddEffectMutation",
    "AddPatternMutation",
    "AddPhaseMutation",
    "AddScoringRuleMutation",
    "AddTermMutation",
    "CaptureOtherwiseMutation",
    "ChangeAuctionMutation",
    "ChangeBreakingMutation",
    "ChangeCardWorthMutation",
    "ChangeCardsMutation",
    "ChangeDeckMutation",
    "ChangeEdgeRuleMutation",
    "ChangeEffectMutation",
    "ChangeLeaderMutation",
    "ChangeMatchMutation",
    "ChangeMatchingMutation",
    "ChangePatternMutation",
    "ChangeScoringRuleMutation",
    "ChangeTargetMutation",
    "ChangeTermMutation",
    "ChangeTrumpOrderMutation",
    "ChangeTrumpsMutation",
    "DisableTeamModeMutation",
    "DrawAfterTricksMutation",
    "DropClauseMutation",
    "DropConditionMutation",
    "DropDutyMutation",
    "DropTermMutation",
    "DuplicatePhaseMutation",
    "EnableTeamModeMutation",
    "LoosenCardsMutation",
    "MutateTeamAssignmentMutation",
    "MutationOperator",
    "MutationPipeline",
    "NarrowCardsMutation",
    "NoMutation",
    "OPERATORS",
    "Rate",
    "Rates",
    "RemoveCallMutation",
    "RemoveCardScoringMutation",
    "RemoveEffectMutation",
    "RemovePatternMutation",
    "RemovePhaseMutation",
    "RemoveScoringRuleMutation",
    "RemoveWinMutation",
    "ReorderRanksMutation",
    "ReverseAimMutation",
    "SwapDutiesMutation",
    "SwapPatternsMutation",
    "SwapPhasesMutation",
    "SwitchFlagMutation",
    "SwitchWayMutation",
    "TweakConstantMutation",
    "TweakParameterMutation",
    "WidenCardsMutation",
    "create_default_pipeline",
    "crossover",
    "mutate",
]
