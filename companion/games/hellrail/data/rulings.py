"""The switchable rulings of section 3, with the keys of the deck file's `[rulings]`."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct


class Rulings(Struct, frozen=True, forbid_unknown_fields=True):
    """Agreed before the game. Where only one value is listed the matrix knows no other."""

    q01_thievery_mismatch: Literal["give_own_car_matching_flip"] = "give_own_car_matching_flip"
    q03_upgrade_blocked_by_tokens: bool = True
    q04_soul_catcher_scope: Literal["direct_contact_once_per_move"] = "direct_contact_once_per_move"
    q05_derail_loses: tuple[Literal["hand", "loaded_cars", "soul_catcher"], ...] = (
        "hand",
        "loaded_cars",
        "soul_catcher",
    )
    q06_check_marker_stays: bool = True
    q07_check_trigger: Literal["any_engine_entering_tie"] = "any_engine_entering_tie"
    q08_flip_counts_as_draw: Literal[True] = True
    q09_flip_goes_to: Literal["discard"] = "discard"
    q10_heresy_spent_on_use: bool = True
    q12_tender_counts: Literal["move_only", "everywhere"] = "move_only"
    q13_tender_draw: Literal["three_or_one", "three"] = "three_or_one"
    q14_fan_draw: Literal["exact"] = "exact"
    q15_gluttony: Literal["mandatory_check_first", "may_stop"] = "mandatory_check_first"
    q16_cerberus_on_gates_number: Annotated[int, Meta(ge=0, le=99)] = 0
    q18_unmatched_edge: Literal["derail", "blocked"] = "derail"
    q19_zero_tie_move: bool = False
    q21_abyss_removes: Literal["top_card_only", "whole_stack"] = "top_card_only"
    q22_false_path_rotates: Literal["whole_stack"] = "whole_stack"
    q28_final_tie: Literal["shared"] = "shared"
    q30_secret_infernal_owner_may_look: bool = True
