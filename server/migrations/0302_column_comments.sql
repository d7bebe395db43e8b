-- Descriptions of columns in the field's standard terms; they appear in the generated types.
comment on column app.approval_policy.daily_limit is 'Maximum that one person may request per day (WIB), whole rupiah; NULL: no limit';
comment on column app.balance_adjustment.decided_by_id is 'User who approved or rejected it; NULL: the request expired';
comment on column app.bank_call_count.rail is 'Rail of a transfer whose endpoint serves several rails; otherwise empty';
comment on column app.bank_credential.removed_at is
  'New payments use the credential of the provider from then on; open ones keep this credential';
comment on column app.bank_statement_match.matched_by is 'User who matched it; NULL: a matching rule';
comment on column app.bank_transfer.executed_amount is
  'Amount that the bank executed according to an approved resolution; NULL: the full amount, if it was executed';
comment on column app.bank_transfer.next_check_at is 'Time of the next status inquiry; NULL: no further inquiry';
comment on column app.bank_transfer.not_executed_since is
  'Since when the bank has reported without interruption that it does not know the transfer; for a failed transfer, that it failed';
comment on column app.bank_transfer.resolution is 'Outcome that a user of the provider determined; effective from resolved_at';
comment on column app.commission_rule.ends_as is 'Status of an active version after its period has ended';
comment on column app.commission_statement.net_amount is 'Amount paid out: the payable amount less the tax withheld, whole rupiah';
comment on column app.deposit_va.bank_credential_id is 'Bank credential of the merchant; NULL: that of the provider';
comment on column app.merchant_person.share_bps is 'Share of the company in basis points';
comment on column app.passkey.transports is 'Transports of the authenticator, comma-separated';
comment on column app.payout_alert.crossings is
  'Number of times that the balance has fallen below the threshold; part of the key of each alert email';
comment on column app.qris_payment.bank_credential_id is 'Bank credential of the merchant; NULL: that of the provider';
comment on column app.qris_payment.tip_value is 'Whole rupiah for a fixed tip, basis points for a percentage';
comment on column app.security_event.actor_id is 'User who acted: the user of the event or an administrator';
comment on column app.snap_credential.services is 'Services that the credential may call: qris, virtual_account';
comment on column app.transaction_event.code is 'Type of an event that does not change the status of the payment';
comment on column app.transaction_hour.net_amount is
  'Net amount that paid payments have added to the balance: after fees, VAT, refunds and reversals';
comment on column app.transfer_outage.methods is
  'Affected methods: transfers of disbursements are held back; payments only show a warning';
comment on column app.transfer_rail.created_by is 'User who added the version; NULL: default of the installation';
comment on column app.transfer_rail.not_found_after_s is
  'Seconds for which the bank must report a transfer as unknown before it counts as not received';
comment on column app.virtual_account.bank_credential_id is 'Bank credential of the merchant; NULL: that of the provider';
