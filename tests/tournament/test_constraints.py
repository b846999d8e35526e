"""The constraints and indexes of the models, made by the migrations on each engine."""

import pytest
from django.apps import apps
from django.db import connection


@pytest.mark.engine
@pytest.mark.django_db
def test_every_constraint_and_index_of_the_models_is_in_the_database():
    """On PostgreSQL a column that lost its index took the unique constraint of some of its rows along, without an error."""
    missing = []
    with connection.cursor() as cursor:
        for model in apps.get_models():
            if model.__module__.split(".")[0] not in ("tournament", "scoring"):
                continue
            there = connection.introspection.get_constraints(cursor, model._meta.db_table)
            missing += [one.name for one in (*model._meta.constraints, *model._meta.indexes) if one.name not in there]
    assert missing == []
