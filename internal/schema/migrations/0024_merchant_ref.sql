-- What banks and return URLs may know of a payment.

ALTER TABLE payment
  ADD COLUMN merchant_ref text CONSTRAINT payment_merchant_ref_valid CHECK (is_object_id(merchant_ref)),
  ADD COLUMN plan_bin     text NOT NULL DEFAULT '' CONSTRAINT payment_plan_bin_form CHECK (plan_bin ~ '^([0-9]{6}|[0-9]{8})?$');
CREATE UNIQUE INDEX payment_merchant_ref ON payment (tenant_id, merchant_ref) WHERE merchant_ref IS NOT NULL;
COMMENT ON COLUMN payment.merchant_ref IS 'The name of the payment for the bank and in return URLs. It gives no right to use the payment, as the id does. NULL for payments begun before this column: their name is the id.';
COMMENT ON COLUMN payment.plan_bin IS 'First six or eight digits of the card for which the customer chose an instalment plan on the bank''s page. Empty for other payments.';
