-- An operator closes a refund whose outcome the bank did not tell.

ALTER TABLE refund ADD COLUMN returned boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN refund.returned IS 'An operator has seen that the customer has the money: the bank is not asked again.';
