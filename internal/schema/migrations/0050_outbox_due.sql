-- outbox_ready of 0046 replaces this index. DROP INDEX locks readers out for a moment.

DROP INDEX outbox_due;
