package doctor

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"
)

// cmsChecks find a CMS that was given more than it needs. They are warnings: content is served all the same.
var cmsChecks = []sqlCheck{
	{
		// The programs named here are an operator's, and Vitrine names its own sessions.
		subject: "cms",
		sql: `SELECT coalesce(string_agg(DISTINCT format('%s from %s%s', a.usename, coalesce(host(a.client_addr), 'a socket'),
			CASE WHEN a.application_name <> '' THEN ' (' || left(a.application_name, 40) || ')' ELSE '' END), ', '), '')
			FROM pg_stat_activity a JOIN pg_roles r ON r.oid = a.usesysid
			WHERE a.datname = current_database() AND a.backend_type = 'client backend' AND r.rolsuper
			AND a.application_name !~ '^(vitrine|psql|pg_|pgAdmin|DBeaver|DataGrip)'`,
		good: "no program but Vitrine has a session of a superuser",
		fix: "give a CMS its own role with vitrine cms directus or vitrine cms role: a superuser reads payments and every " +
			"tenant, and can drop triggers",
	},
	{
		subject: "cms",
		sql: `SELECT coalesce(string_agg(c.relname, ', ' ORDER BY c.relname), '') FROM pg_class c
			WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname IN ('directus_collections',
			'strapi_core_store_settings', 'payload_migrations', 'wp_options', 'cms_page', 'knex_migrations')`,
		good: "no CMS has its tables in the schema public",
		fix: "move the tables of the CMS into a schema of their own, as docs/cms/directus.md shows: the role that made " +
			"them may create anything beside the tables of Vitrine",
	},
	{
		subject: "cms",
		sql: `SELECT coalesce(string_agg(r.rolname, ', ' ORDER BY r.rolname), '') FROM pg_roles r
			WHERE r.rolname IN ('vitrine_gateway', 'vitrine_writer') AND NOT r.rolbypassrls
			AND EXISTS (SELECT FROM tenant_editor)`,
		good: "row-level security limits editors only",
		fix:  "have a superuser run ALTER ROLE … BYPASSRLS for each: Postgres plans their queries with policies",
	},
}

func checkCMS(ctx context.Context, pool *pgxpool.Pool) (all []Finding) {
	for _, check := range cmsChecks {
		f := check.run(ctx, pool)
		if f.Fix != "" {
			f = warning(f.Subject, f.State, f.Fix)
		}
		all = append(all, f)
	}
	return all
}
