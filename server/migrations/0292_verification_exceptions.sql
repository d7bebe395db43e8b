-- Profiles that wait for a decision, and documents by their last day: both are read over all merchants.
create index merchant_undecided on app.merchant (submitted_at) where verification_status in ('submitted', 'in_review');
create index merchant_document_expiring on app.merchant_document (expires_on)
  where replaced_at is null and expires_on is not null;
