-- Capturing and sealing run the same few statements for every transaction. Left to itself, Postgres plans some of them anew each time, for plans look dearer
-- to it than they are: half a millisecond of every commit.
ALTER FUNCTION capture() SET plan_cache_mode = force_generic_plan;
ALTER FUNCTION seal() SET plan_cache_mode = force_generic_plan;
