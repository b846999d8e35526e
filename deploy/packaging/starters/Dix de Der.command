#!/bin/sh
# A double click on macOS: the packages of this folder, the Python of python.org in the version they were made for.
here=$(cd "$(dirname "$0")" && pwd)
python="python$(cat "$here/python-version.txt")"
if ! command -v "$python" >/dev/null 2>&1; then
  echo "Il manque $python : installez-le depuis python.org, puis relancez."
  exit 3
fi
exec "$python" "$here/site/dix_de_der/manage.py" serve --browser
