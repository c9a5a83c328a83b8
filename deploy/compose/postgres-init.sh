#!/bin/sh
# Runs once, when the database is created.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$DB_PASSWORD" -U postgres <<'SQL'
CREATE ROLE vitrine_editor NOLOGIN;
CREATE ROLE vitrine_tenant_editor NOLOGIN;
CREATE ROLE vitrine_gateway NOLOGIN BYPASSRLS;
CREATE ROLE vitrine_writer NOLOGIN BYPASSRLS;
CREATE ROLE vitrine LOGIN CREATEDB PASSWORD :'password';
GRANT vitrine_gateway, vitrine_writer TO vitrine;
CREATE DATABASE vitrine OWNER vitrine;
SQL
