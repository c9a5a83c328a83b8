-- ANALYZE of many changed products takes less than half of the processor time, and its snapshot is kept for a shorter
-- time. No query filters or sorts by these columns, so the planner needs no statistics of them. change_row.changed
-- has some: the worker filters by it.
ALTER TABLE product ALTER images SET STATISTICS 0, ALTER properties SET STATISTICS 0, ALTER badges SET STATISTICS 0,
  ALTER variants SET STATISTICS 0, ALTER techniques SET STATISTICS 0, ALTER materials SET STATISTICS 0,
  ALTER tools SET STATISTICS 0;
ALTER TABLE event ALTER notes SET STATISTICS 0, ALTER rules SET STATISTICS 0, ALTER images SET STATISTICS 0,
  ALTER badges SET STATISTICS 0, ALTER attributes SET STATISTICS 0;
ALTER TABLE place ALTER images SET STATISTICS 0;
ALTER TABLE organization ALTER contacts SET STATISTICS 0, ALTER social SET STATISTICS 0;
ALTER TABLE project ALTER gallery SET STATISTICS 0;
ALTER TABLE blog_post ALTER tags SET STATISTICS 0;
ALTER TABLE route ALTER images SET STATISTICS 0;
ALTER TABLE change_row ALTER before SET STATISTICS 0, ALTER after SET STATISTICS 0;
ALTER TABLE change_signal ALTER tags SET STATISTICS 0, ALTER kinds SET STATISTICS 0;
