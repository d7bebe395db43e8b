/** Test fixture: objects of every kind at many merchants, so many that PostgreSQL chooses plans as in production. */
import type pg from 'pg';
import { KOPI_NUSANTARA } from '../src/sandbox/people.ts';

export const SEARCH_MERCHANTS = 300;
/** Objects of each kind. */
export const SEARCH_ROWS = 6_000;

/** Id of the nth object, newer than those before it. */
export const buildSearchId = (prefix: string, n: number): string => `${prefix}_01${String(n).padStart(24, '0')}`;
/** The merchant of the nth object. */
export const buildSearchMerchantId = (n: number): string => buildSearchId('mer', n % SEARCH_MERCHANTS);

const id = (prefix: string) => `'${prefix}_01' || lpad(n::text, 24, '0')`;
const MERCHANT = `'mer_01' || lpad((n % ${SEARCH_MERCHANTS})::text, 24, '0')`;
const AT = `timestamptz '2026-01-01' + n * interval '1 minute'`;
const ROWS = `from generate_series(1, ${SEARCH_ROWS}) n`;

/** Parents come before the tables that refer to them. */
const INSERTS: readonly (readonly [table: string, statement: string])[] = [
  [
    'merchant',
    `insert into app.merchant select (jsonb_populate_record(m, jsonb_build_object('merchant_id', ${MERCHANT},
        'code', 'CODE' || n, 'brand_name', 'Toko ' || n, 'created_at', ${AT}))).*
      from app.merchant m, generate_series(0, ${SEARCH_MERCHANTS - 1}) n where m.merchant_id = '${KOPI_NUSANTARA.merchant_id}'`,
  ],
  // Every merchant numbers its orders from one: half of the references exist at half of the merchants.
  [
    'transaction',
    `insert into app.transaction (merchant_id, id, created_at, updated_at, merchant_reference, method, channel_code, amount,
        net_amount, status, source, provider, provider_reference, rrn, customer_email, last_event_seq)
      select ${MERCHANT}, ${id('txn')}, ${AT}, ${AT},
        case when n % 2 = 0 then 'INV-' || n else 'ORDER-' || n / ${SEARCH_MERCHANTS} end, 'qris', 'QRIS', 10000, 10000,
        'success', 'api', 'bank', 'BANK' || n, lpad(n::text, 12, '7'), 'budi' || n || '@pembeli.example', 1 ${ROWS}`,
  ],
  [
    'refund',
    `insert into app.refund (merchant_id, id, transaction_id, partner_reference_no, provider_reference, amount, reason, method,
        status, requested_by_type, requested_by_id, requested_by, requested_by_owner, created_at, updated_at)
      select ${MERCHANT}, ${id('rfd')}, ${id('txn')}, 'RPART' || n, 'RBANK' || n, 1000, 'duplicate', 'original', 'pending',
        'user', 'usr_1', 'Sari', 'Sari', ${AT}, ${AT} ${ROWS}`,
  ],
  [
    'settlement_batch',
    `insert into app.settlement_batch (merchant_id, id, batch_no, settlement_date, destination, status, gross_amount, net_amount,
        partner_reference_no, bank_reference, last_event_seq, created_at, updated_at)
      select ${MERCHANT}, ${id('stl')}, 'STL-' || n, '2026-01-01', 'bank', 'paid', 9000, 9000, 'SPART' || n, 'SBANK' || n, 1, ${AT},
        ${AT} ${ROWS}`,
  ],
  [
    'account_check',
    `insert into app.account_check (merchant_id, id, bank_code, account_no_sealed, account_last4, verified_name, created_by,
        created_at, expires_at)
      select ${MERCHANT}, ${id('ack')}, '014', 'x', '1234', 'SITI', 'Sari', ${AT}, ${AT} ${ROWS}`,
  ],
  [
    'disbursement',
    `insert into app.disbursement (merchant_id, id, merchant_reference, account_check_id, bank_code, account_last4,
        verified_name, amount, fee_amount, fee_vat_amount, total_amount, rail, rail_choice, status, partner_reference_no,
        bank_reference, requested_by_type, requested_by_id, requested_by, requested_by_owner, created_at, updated_at)
      select ${MERCHANT}, ${id('dsb')}, 'GAJI-' || n / ${SEARCH_MERCHANTS}, ${id('ack')}, '014', '1234', 'SITI', 10000, 0, 0,
        10000, 'bi_fast', 'auto', 'success', 'DPART' || n, 'DBANK' || n, 'user', 'usr_1', 'Sari', 'usr_1', ${AT}, ${AT} ${ROWS}`,
  ],
  [
    'virtual_account',
    `insert into app.virtual_account (merchant_id, id, bank, va_number, trx_id, holder_name, type, amount_type, status, source,
        merchant_reference, last_event_seq, created_at, updated_at)
      select ${MERCHANT}, ${id('va')}, 'BRI', '10001' || lpad(n::text, 11, '0'), 'T' || n, 'KOPI', 'reusable', 'open',
        'inactive', 'api', 'VAREF-' || n, 1, ${AT}, ${AT} ${ROWS}`,
  ],
  [
    'payment_link',
    `insert into app.payment_link (merchant_id, id, slug, title, type, amount, channels, fee_bearer, language, status,
        created_by, created_by_name, created_at, updated_at, merchant_reference)
      select ${MERCHANT}, ${id('pl')}, 'sepatu-' || lpad(n::text, 12, 'a'), 'Sepatu', 'multi_use', 5000, '["QRIS"]', 'merchant',
        'id', 'active', 'usr_1', 'Sari', ${AT}, ${AT}, 'PLREF-' || n ${ROWS}`,
  ],
  [
    'invoice',
    `insert into app.invoice (merchant_id, id, kind, number, period_from, period_to, issued_at, issue_date, fee_amount,
        dpp_amount, vat_amount, total_amount, issuer, billed_to, tax_invoice_no)
      select ${MERCHANT}, ${id('ivc')}, 'invoice', 'INV/2026/' || n, (date '2000-01-01' + (n / ${SEARCH_MERCHANTS}) * interval '1 month')::date,
        '2026-01-31', ${AT}, '2026-02-01', 1000, 1000, 110, 1110, '{}', '{}', lpad(n::text, 16, '9') ${ROWS}`,
  ],
  [
    'bank_statement',
    `insert into app.bank_statement (id, account_no, number, format, opening_balance, closing_balance, first_day, last_day,
        line_count, file_name, sha256, uploaded_at, uploaded_by_id, uploaded_by)
      select ${id('bst')}, '8880001234', 'S-' || n, 'csv', 0, 0, '2026-01-01', '2026-01-01', 1, 'a.csv', 'sha' || n, ${AT},
        'usr_1', 'Sari' ${ROWS}`,
  ],
  [
    'bank_statement_line',
    `insert into app.bank_statement_line (id, statement_id, line_no, value_day, amount, reference, description, tokens, status)
      select ${id('bsl')}, ${id('bst')}, 1, '2026-01-01', 7000, 'TRX' || n, 'SETORAN', '{}', 'open' ${ROWS}`,
  ],
  [
    'login',
    `insert into app.login (user_id, email, role, name, password_hash, status, created_at)
      select ${id('usr')}, 'orang' || n || '@toko.example', case when n % 100 = 0 then 'platform_support' end, 'Orang ' || n,
        'x', case when n % 7 = 0 then 'removed' else 'active' end, ${AT} ${ROWS}`,
  ],
  [
    'membership',
    `insert into app.membership (merchant_id, user_id, role, status, created_at, updated_at)
      select ${MERCHANT}, ${id('usr')}, 'finance', case when n % 5 = 0 then 'removed' else 'active' end, ${AT}, ${AT} ${ROWS}`,
  ],
  [
    'membership_directory',
    `insert into app.membership_directory (user_id, merchant_of) select ${id('usr')}, ${MERCHANT} ${ROWS}`,
  ],
];

/** Inserts the objects as the owner of the database, and collects the statistics of their tables. */
export async function insertSearchObjects(owner: pg.Client): Promise<void> {
  for (const [table, statement] of INSERTS) {
    const { rows } = await owner.query<{ forced: boolean }>(
      `select relforcerowsecurity as forced from pg_class where oid = 'app.${table}'::regclass`,
    );
    if (rows[0]?.forced === true) await owner.query(`alter table app.${table} no force row level security`);
    await owner.query(statement);
    if (rows[0]?.forced === true) await owner.query(`alter table app.${table} force row level security`);
    await owner.query(`vacuum analyze app.${table}`);
  }
}
