-- The search of the provider's staff: an exact id, reference or number is found over all merchants through an index that no
-- merchant leads. The id follows the value, so that the newest rows of a value that many merchants use need no sorting.
create index merchant_code_of_all on app.merchant (code, merchant_id);
create index transaction_id_of_all on app.transaction (id);
create index transaction_reference_of_all on app.transaction (merchant_reference, id)
  where merchant_reference is not null;
create index transaction_provider_ref_of_all on app.transaction (provider_reference, id)
  where provider_reference is not null;
create index transaction_rrn_of_all on app.transaction (rrn, id) where rrn is not null;
create index refund_id_of_all on app.refund (id);
create index refund_partner_ref_of_all on app.refund (partner_reference_no, id);
create index refund_provider_ref_of_all on app.refund (provider_reference, id) where provider_reference is not null;
create index settlement_batch_id_of_all on app.settlement_batch (id);
create index settlement_batch_no_of_all on app.settlement_batch (batch_no, id);
create index settlement_batch_bank_ref_of_all on app.settlement_batch (bank_reference, id)
  where bank_reference is not null;
create index settlement_batch_partner_ref_of_all on app.settlement_batch (partner_reference_no, id)
  where partner_reference_no is not null;
create index disbursement_id_of_all on app.disbursement (id);
create index disbursement_reference_of_all on app.disbursement (merchant_reference, id);
create index disbursement_partner_ref_of_all on app.disbursement (partner_reference_no, id);
create index disbursement_bank_ref_of_all on app.disbursement (bank_reference, id) where bank_reference is not null;
create index virtual_account_id_of_all on app.virtual_account (id);
create index virtual_account_number_of_all on app.virtual_account (va_number, id);
create index virtual_account_reference_of_all on app.virtual_account (merchant_reference, id)
  where merchant_reference is not null;
create index payment_link_id_of_all on app.payment_link (id);
create index payment_link_slug_of_all on app.payment_link (slug, id);
create index payment_link_reference_of_all on app.payment_link (merchant_reference, id)
  where merchant_reference is not null;
create index invoice_id_of_all on app.invoice (id);
create index invoice_number_of_all on app.invoice (number, id);
create index invoice_tax_no_of_all on app.invoice (tax_invoice_no, id) where tax_invoice_no is not null;
create index bank_statement_line_reference on app.bank_statement_line (reference, id);

-- What a result shows, for the provider's staff only: the people of account groups do not search.
create procedure app.show_to_provider(p_table regclass) language plpgsql as $$
begin
  execute format('create policy provider_reader on %s for select to app_provider_reader using (true)', p_table);
end $$;
call app.show_to_provider('app.virtual_account');
call app.show_to_provider('app.payment_link');
call app.show_to_provider('app.invoice');
grant select (created_at) on app.merchant to app_provider_reader;
grant select (merchant_id, id, bank, va_number, holder_name, status, expected_amount, merchant_reference, created_at)
  on app.virtual_account to app_provider_reader;
grant select (merchant_id, id, slug, title, status, amount, merchant_reference, created_at)
  on app.payment_link to app_provider_reader;
grant select (merchant_id, id, number, tax_invoice_no, total_amount, issued_at) on app.invoice to app_provider_reader;
grant select (id, account_no, number, uploaded_at) on app.bank_statement to app_provider_reader;
grant select (id, statement_id, reference, description, status, amount) on app.bank_statement_line
  to app_provider_reader;
