#!/bin/sh
# Runs service-role.sql for the role and the password that the service's DATABASE_URL names. Run beside that file, with PG*
# variables that lead a superuser into the service's database.
set -eu
secrets=${SECRETS:-/run/secrets}
url=$(cat "$secrets/database_url")
PGPASSWORD=$(cat "$secrets/database_password")
authority=${url#*://}
authority=${authority%@*}
role=${authority%%:*}
password=${authority#*:}

# As earlier versions of compose.yaml asked for it. The service works, and `doctor` says what is better.
if [ "$role" = "$PGUSER" ]; then
  echo "DATABASE_URL names $role, the superuser: see docs/operations.md, \"In containers\"."
  exit 0
fi
case "$role$password" in
  *[!A-Za-z0-9_-]*)
    echo 'Role and password in DATABASE_URL must consist of letters, digits, _ and -.'
    exit 1
    ;;
esac
export PGPASSWORD PGOPTIONS="-c countersign.role=$role -c countersign.password=$password"
exec psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --file="$(dirname "$0")/service-role.sql"
