/** One object of each type under the id that the examples of the API reference use. */
import type pg from 'pg';
import { TEST_START } from './template-databases.ts';

/** The part of an id after its prefix. */
export const SAMPLE_ULID = '01kagz7v3w8x9y2m4n5p6q7r8s';
const TOTALS_FILE_ID = 'file_01kagz7v3w8x9y2m4n5p6q7r8t';
const SCAN_FILE_ID = 'file_01kagz7v3w8x9y2m4n5p6q7r8v';

/** Inserts one object of each type as the database owner. */
export async function insertSampleObjects(owner: pg.Client, merchant_id: string): Promise<void> {
  const at = TEST_START.toISOString();
  await insertPayments(owner, merchant_id, at);
  await insertAccess(owner, merchant_id, at);
  await insertBalances(owner, merchant_id, at);
  await insertFiles(owner, merchant_id, at);
}

async function insertPayments(owner: pg.Client, merchant_id: string, at: string): Promise<void> {
  await owner.query(
    `insert into app.transaction (merchant_id, id, created_at, updated_at, merchant_reference, method, amount, net_amount, status, source, provider, last_event_seq, paid_at)
     values ($1, $2, $3, $3, 'kopi-only', 'qris', 25000, 25000, 'success', 'dashboard', 'kopi-only', 1, $3)`,
    [merchant_id, `txn_${SAMPLE_ULID}`, at],
  );
  await owner.query(
    `insert into app.qris_payment (merchant_id, id, transaction_id, type, amount, status, qr_content, partner_reference_no, expires_at, created_at, updated_at)
     values ($1, $2, $3, 'dynamic', 25000, 'active', 'kopi-only', 'kopi-only', $4, $4, $4)`,
    [merchant_id, `qr_${SAMPLE_ULID}`, `txn_${SAMPLE_ULID}`, at],
  );
  await owner.query(
    `insert into app.refund (merchant_id, id, transaction_id, partner_reference_no, amount, reason, note, method, status, requested_by_type, requested_by_id, requested_by, requested_by_owner, created_at, updated_at)
     values ($1, $2, $3, 'kopi-only', 1, 'fraud', 'kopi-only', 'original', 'pending', 'user', 'kopi-only', 'kopi-only', 'kopi-only', $4, $4)`,
    [merchant_id, `rfd_${SAMPLE_ULID}`, `txn_${SAMPLE_ULID}`, at],
  );
  await owner.query(
    `insert into app.account_check (merchant_id, id, bank_code, account_no_sealed, account_last4, verified_name, created_by, created_at, expires_at)
     values ($1, $2, '014', 'kopi-only', '0001', 'kopi-only', 'kopi-only', $3, $3)`,
    [merchant_id, `ack_${SAMPLE_ULID}`, at],
  );
  await owner.query(
    `insert into app.beneficiary (merchant_id, id, name, account_check_id, bank_code, account_last4, verified_name, verified_at, status, usable_from, created_by_id, created_by, created_at, updated_at)
     values ($1, $2, 'kopi-only', $3, '014', '0001', 'kopi-only', $4, 'active', $4, 'kopi-only', 'kopi-only', $4, $4)`,
    [merchant_id, `ben_${SAMPLE_ULID}`, `ack_${SAMPLE_ULID}`, at],
  );
  await owner.query(
    `insert into app.disbursement_batch (merchant_id, id, batch_reference, file_id, file_name, sha256, status, file_rows, total_rows, created_by_id, created_by, created_at, updated_at)
     values ($1, $2, 'Payroll', 'file_1', 'payroll.csv', 'x', 'completed', 1, 0, 'usr_1', 'Test', now(), now())`,
    [merchant_id, `dsbb_${SAMPLE_ULID}`],
  );
  await owner.query(
    `insert into app.disbursement (merchant_id, id, merchant_reference, account_check_id, bank_code, account_last4, verified_name, amount, fee_amount, fee_vat_amount, total_amount, rail, rail_choice, status, partner_reference_no, requested_by_type, requested_by_id, requested_by, requested_by_owner, created_at, updated_at)
     values ($1, $2, 'kopi-only', $3, '014', '0001', 'kopi-only', 1, 0, 0, 1, 'intrabank', 'auto', 'success', 'kopi-only', 'user', 'kopi-only', 'kopi-only', 'kopi-only', $4, $4)`,
    [merchant_id, `dsb_${SAMPLE_ULID}`, `ack_${SAMPLE_ULID}`, at],
  );
}

async function insertAccess(owner: pg.Client, merchant_id: string, at: string): Promise<void> {
  await owner.query(
    `insert into app.api_key (merchant_id, id, name, prefix, last4, secret_hash, access, created_by, owner_id, created_at)
     values ($1, $2, 'kopi-only', 'sk_test_kopi', 'only', 'kopi-only', '[]', 'kopi-only', 'kopi-only', $3)`,
    [merchant_id, `key_${SAMPLE_ULID}`, at],
  );
  await owner.query(
    `insert into app.api_request (merchant_id, id, at, api_key_id, api_key_name, method, route, path_pattern, path, status, elapsed_ms, ip, is_replay, request_bytes, response_bytes)
     values ($1, $2, $4, $3, 'kopi-only', 'GET', 'listTransactions', '/transactions', '/transactions', 200, 1, '127.0.0.1', false, 0, 0)`,
    [merchant_id, `req_${SAMPLE_ULID}`, `key_${SAMPLE_ULID}`, at],
  );
  await owner.query(
    `insert into app.snap_credential (merchant_id, id, name, client_key, client_secret_sealed, channel_id, signature_encoding, services, owner_id, created_by, created_at)
     values ($1, $2, 'kopi-only', 'kopi-only', 'kopi-only', '95221', 'base64', '{qris}', 'kopi-only', 'kopi-only', $3)`,
    [merchant_id, `snp_${SAMPLE_ULID}`, at],
  );
  await owner.query(
    `insert into app.webhook_endpoint (merchant_id, id, url, events, api_version, secret_sealed, status, created_by, created_at, updated_at)
     values ($1, $2, 'kopi-only', '{*}', 'kopi-only', 'kopi-only', 'active', 'kopi-only', $3, $3)`,
    [merchant_id, `whe_${SAMPLE_ULID}`, at],
  );
  await owner.query(
    `insert into app.webhook_event (merchant_id, id, event_key, type, sequence, api_version, data, created_at)
     values ($1, $2, 'kopi-only', 'payment.success', 1, 'kopi-only', '{}', $3)`,
    [merchant_id, `evt_${SAMPLE_ULID}`, at],
  );
  await owner.query(
    `insert into app.login (user_id, email, name, password_hash, status, created_at)
     values ($1, 'kopi-only@kopi.example', 'kopi-only', 'kopi-only', 'active', $2)`,
    [`usr_${SAMPLE_ULID}`, at],
  );
  await owner.query(
    `insert into app.membership (merchant_id, user_id, role, status, created_at, updated_at)
     values ($1, $2, 'support', 'active', $3, $3)`,
    [merchant_id, `usr_${SAMPLE_ULID}`, at],
  );
  await owner.query(
    `insert into app.role (merchant_id, id, name, access, is_masked, created_by_name, created_at, updated_at)
     values ($1, $2, 'kopi-only', '[]', false, 'kopi-only', $3, $3)`,
    [merchant_id, `rol_${SAMPLE_ULID}`, at],
  );
  await owner.query(
    `insert into app.invitation (merchant_id, id, email, role, status, language, invited_by, invited_by_name, token_hash, token_no, created_at, expires_at)
     values ($1, $2, 'kopi-only@kopi.example', 'support', 'pending', 'en', 'kopi-only', 'kopi-only', 'kopi-only', 1, $3, $3)`,
    [merchant_id, `inv_${SAMPLE_ULID}`, at],
  );
}

async function insertBalances(owner: pg.Client, merchant_id: string, at: string): Promise<void> {
  await owner.query(
    `insert into app.deposit_va (merchant_id, id, bank, va_number, holder_name, status, trx_id, last_checked_at, created_at, updated_at)
     values ($1, $2, 'BRI', 'kopi-only', 'kopi-only', 'active', 'kopi-only', $3, $3, $3)`,
    [merchant_id, `dva_${SAMPLE_ULID}`, at],
  );
  await owner.query(
    `insert into app.deposit (merchant_id, id, deposit_va_id, bank, va_number, amount, fee_amount, fee_vat_amount, net_amount, payment_request_id, status, last_event_seq, paid_at, received_at)
     values ($1, $2, $3, 'BRI', 'kopi-only', 1, 0, 0, 1, 'kopi-only', 'under_review', 2, $4, $4)`,
    [merchant_id, `dep_${SAMPLE_ULID}`, `dva_${SAMPLE_ULID}`, at],
  );
  await owner.query(
    `insert into app.bank_account (merchant_id, id, bank_code, account_no_sealed, account_last4, holder_name, verified_name, verified_at, created_by, created_at)
     values ($1, $2, '014', 'kopi-only', '0001', 'kopi-only', 'kopi-only', $3, 'kopi-only', $3)`,
    [merchant_id, `ba_${SAMPLE_ULID}`, at],
  );
  await owner.query(
    `insert into app.balance_transfer (merchant_id, id, amount, status, requested_by_type, requested_by_id, requested_by_name, requested_by_owner, created_at, updated_at)
     values ($1, $2, 1, 'pending', 'user', 'kopi-only', 'kopi-only', 'kopi-only', $3, $3)`,
    [merchant_id, `bmv_${SAMPLE_ULID}`, at],
  );
  await owner.query(
    `insert into app.settlement_batch (merchant_id, id, batch_no, settlement_date, destination, status, last_event_seq, created_at, updated_at)
     values ($1, $2, 'kopi-only', '2026-11-18', 'balance', 'closed', 1, $3, $3)`,
    [merchant_id, `stl_${SAMPLE_ULID}`, at],
  );
}

async function insertFiles(owner: pg.Client, merchant_id: string, at: string): Promise<void> {
  for (const [id, content_type] of [
    [`file_${SAMPLE_ULID}`, 'text/csv'],
    [TOTALS_FILE_ID, 'text/plain; charset=utf-8'],
    [SCAN_FILE_ID, 'image/png'],
  ]) {
    await owner.query(
      `insert into app.stored_file (merchant_id, id, name, content_type, status, sha256, created_at)
       values ($1, $2, 'kopi-only', $3, 'stored', 'kopi-only', $4)`,
      [merchant_id, id, content_type, at],
    );
  }
  await owner.query(
    `insert into app.merchant_person (merchant_id, id, role, name, created_at, updated_at)
     values ($1, $2, 'owner', 'kopi-only', $3, $3)`,
    [merchant_id, `mpe_${SAMPLE_ULID}`, at],
  );
  await owner.query(
    `insert into app.merchant_document (merchant_id, id, document_type, person_id, file_id, file_name, content_type, size_bytes, sha256, status, uploaded_by_id, uploaded_by, uploaded_at)
     values ($1, $2, 'ktp', $3, $4, 'kopi-only', 'image/png', 0, 'kopi-only', 'uploaded', 'kopi-only', 'kopi-only', $5)`,
    [merchant_id, `doc_${SAMPLE_ULID}`, `mpe_${SAMPLE_ULID}`, SCAN_FILE_ID, at],
  );
  await owner.query(
    `insert into app.invoice (merchant_id, id, kind, number, period_from, period_to, issued_at, issue_date, fee_amount, dpp_amount, vat_amount, total_amount, issuer, billed_to)
     values ($1, $2, 'invoice', 'INV-1', '2026-10-01', '2026-10-31', now(), '2026-11-02', 0, 0, 0, 0, '{"name": "P", "address": null, "npwp": null}', '{"name": "K", "brand_name": "K", "code": "K", "address": null, "npwp": null, "npwp_name": null}')`,
    [merchant_id, `ivc_${SAMPLE_ULID}`],
  );
  await owner.query(
    `insert into app.report_run (merchant_id, id, report_type, business_day, period_from, period_to, sequence, trigger, status, file_name, file_id, totals_file_id, email_status, sftp_status, requested_by, created_at, finished_at)
     values ($1, $2, 'refund', '2026-11-17', '2026-11-17', '2026-11-17', 1, 'manual', 'delivered', 'kopi-only.csv', $3, $4, 'off', 'off', 'kopi-only', $5, $5)`,
    [merchant_id, `rrun_${SAMPLE_ULID}`, `file_${SAMPLE_ULID}`, TOTALS_FILE_ID, at],
  );
  await owner.query(
    `insert into app.virtual_account (merchant_id, id, bank, va_number, trx_id, holder_name, type, amount_type, status, source, merchant_reference, last_event_seq, created_at, updated_at)
     values ($1, $2, 'BRI', '100011000100000001', 'kopi-only', 'kopi-only', 'reusable', 'open', 'active', 'dashboard', 'kopi-only', 1, $3, $3)`,
    [merchant_id, `va_${SAMPLE_ULID}`, at],
  );
  await owner.query(
    `insert into app.payment_link (merchant_id, id, slug, title, type, amount, channels, fee_bearer, language, status, created_by, created_by_name, created_at, updated_at)
     values ($1, $2, 'kopi-only-abcdefghijkl', 'kopi-only', 'multi_use', 10000, '["QRIS"]', 'merchant', 'en', 'active', 'kopi-only', 'kopi-only', $3, $3)`,
    [merchant_id, `pl_${SAMPLE_ULID}`, at],
  );
  // Every merchant has one account of each type, so one of them gets the id.
  await owner.query(`update app.ledger_account set id = $2 where merchant_id = $1 and type = 'rounding'`, [
    merchant_id,
    `led_${SAMPLE_ULID}`,
  ]);
  await owner.query(
    `insert into app.transfer (merchant_id, id, journal_id, debit_account, credit_account, amount, kind, reference_type, reference_id, posted_at)
     select $1, $2, $3, a.id, $4, 1, 'adjustment', 'test', 'kopi-only', $5
     from app.ledger_account a where a.merchant_id = $1 and a.type = 'suspense'`,
    [merchant_id, `lje_${SAMPLE_ULID}`, `jrn_${SAMPLE_ULID}`, `led_${SAMPLE_ULID}`, at],
  );
}
