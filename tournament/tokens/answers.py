"""Answers kept by the header `Idempotency-Key`: what a program sends again, after an answer that got lost, is done once.

The key is claimed in the transaction of the act: both are kept or neither, and whoever sends the same at the same
moment waits for that row and then reads the answer. A refusal changed nothing and is not kept: the same key may be sent
again.
"""

import datetime
from collections.abc import Callable
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.db import IntegrityError, transaction
from django.http import Http404
from django.utils import timezone
from rest_framework.exceptions import APIException

from tournament.errors import TournamentError
from tournament.tokens.models import KeptAnswer

KEPT = datetime.timedelta(hours=24)
MOST = 1_000  # of one account: beyond, the oldest go
LONGEST = 100_000  # bytes of an answer
REFUSALS = (TournamentError, APIException, ObjectDoesNotExist, Http404, PermissionDenied)


@dataclass(frozen=True)
class PostAnswer:
    """An answer to a POST; *again*: it was given before, and nothing was done now."""

    status: int
    body: bytes
    again: bool = False


def answer_once(
    *, by: User, key: str, request: str, act: Callable[[], PostAnswer], secret: bool = False, apart: bool = False
) -> PostAnswer:
    """Return the answer of *act*, or the one that the same *key* was given in the last 24 hours.

    *request* is a digest of all that was sent. *secret*: the answer is not kept. *apart*: the act takes long and may be
    done twice, as reading a list: it is not done under the write lock, and the first answer is kept. Raises
    TournamentError `key_other_request`, `answer_not_kept`, and what *act* raises.
    """
    if not 0 < len(key) <= 100 or not (key.isascii() and key.isprintable()):
        raise TournamentError("idempotency_key", field="Idempotency-Key")
    if apart:
        kept = KeptAnswer.objects.filter(account=by, key=key, created_at__gt=timezone.now() - KEPT).first()
        if kept is not None:
            return _again(kept, request)
        answer = act()
        return _once(by, key, request, lambda: answer, secret)
    return _once(by, key, request, act, secret)


def _once(by: User, key: str, request: str, act: Callable[[], PostAnswer], secret: bool) -> PostAnswer:
    with transaction.atomic():
        _forget(by)
        claim, mine = _claim(by, key, request)
        if not mine:
            return _again(claim, request)
        try:
            answer = act()
        except REFUSALS as error:
            refused = error
            claim.delete()
        else:
            claim.status = answer.status
            claim.body = None if secret or len(answer.body) > LONGEST else answer.body
            claim.save(update_fields=["status", "body"])
            return answer
    # After the commit: what a refusal counts, as a wrong password, stays counted.
    raise refused


def _claim(by: User, key: str, request: str) -> tuple[KeptAnswer, bool]:
    """Return the row of *key* and whether it is new. Waits while another request has it and has not ended."""
    try:
        with transaction.atomic():
            row = KeptAnswer(account_id=by.pk, key=key, request=request, created_at=timezone.now())
            row.save(force_insert=True)
            return row, True
    except IntegrityError:
        return KeptAnswer.objects.get(account=by.pk, key=key), False


def _again(kept: KeptAnswer, request: str) -> PostAnswer:
    if kept.request != request:
        raise TournamentError("key_other_request", field="Idempotency-Key")
    if kept.body is None:
        raise TournamentError("answer_not_kept")
    return PostAnswer(kept.status, bytes(kept.body), again=True)


def _forget(by: User) -> None:
    """Forget the answers of yesterday, and the oldest of an account that has too many."""
    KeptAnswer.objects.filter(created_at__lt=timezone.now() - KEPT).delete()
    oldest = KeptAnswer.objects.filter(account=by.pk).order_by("-pk").values_list("pk", flat=True)[MOST - 1 : MOST]
    for pk in list(oldest):
        KeptAnswer.objects.filter(account=by.pk, pk__lte=pk).delete()
