-- The index of 0035 replaces the old one. DROP INDEX locks readers out for a moment. It has a transaction of its own,
-- because one that built the index would wait here for writers that wait for it.

DROP INDEX payment_unpaid_client;
ALTER INDEX payment_unpaid_parts RENAME TO payment_unpaid_client;
