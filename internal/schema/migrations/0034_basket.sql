-- The id of an open basket grants its payment. When the sessions of its account end, the id ends as well: the lines
-- move to a basket with another id, and the old basket is closed. While a payment of the basket is under way, it is
-- marked.

ALTER TABLE basket
  ADD COLUMN withdrawn boolean NOT NULL DEFAULT false,
  DROP CONSTRAINT basket_status_known,
  ADD CONSTRAINT basket_status_known CHECK (status IN ('open', 'placed', 'closed')) NOT VALID; -- 0048 validates it
COMMENT ON COLUMN basket.withdrawn IS 'The id grants no payment without a bearer token of the account.';
COMMENT ON TABLE basket IS 'Items that a customer intends to buy. One is open at a time. A placed one was bought, or will be by a transfer. The lines of a closed one moved to another.';
