/** Payments, refunds and disbursements for metrics: a fixed pseudo-random series in every dimension, written as rows. */
import type pg from 'pg';

export const FIXTURE_METHODS = ['qris', 'virtual_account'] as const;
export const FIXTURE_CHANNELS = ['BCA', 'MANDIRI'] as const;
export const FIXTURE_ISSUERS = ['GoPay', 'OVO'] as const;
export const FIXTURE_SOURCES = ['api', 'dashboard', 'payment_link', 'static_qr'] as const;
export const FIXTURE_BANKS = ['014', '008'] as const;
export const FIXTURE_RAILS = ['bi_fast', 'intrabank'] as const;
export const FIXTURE_REASONS = ['duplicate', 'customer_request'] as const;
export const FIXTURE_REFUND_METHODS = ['original'] as const;
export const fixtureLink = (index: number): string => `pl_01jaaaaaaaaaaaaaaaaaaaaaa${index}`;
const LINKS = 3;

interface Batch {
  merchant_id: string;
  /** Distinguishes the ids of batches: two lower-case characters. */
  prefix: string;
  count: number;
  seed: number;
  from_ms: number;
  span_ms: number;
}

/** A fixed pseudo-random series, so that failures repeat. */
export function createSeries(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

const pick = <T>(values: readonly T[], next: (below: number) => number): T => values[next(values.length)] as T;

export async function insertLinks(owner: pg.Client, merchant_id: string): Promise<void> {
  for (let index = 0; index < LINKS; index += 1) {
    await owner.query(
      `insert into app.payment_link (merchant_id, id, slug, title, type, amount, channels, fee_bearer, language, status,
         created_by, created_by_name, created_at, updated_at)
       values ($1, $2, $3, $4, 'multi_use', 5000, '["QRIS"]', 'merchant', 'id', 'active', 'usr_1', 'Sari', now(), now())`,
      [merchant_id, fixtureLink(index), `tautan${index}aaaaa`, `Link ${index}`],
    );
  }
}

/** Payments in every status, of customers and links. */
export async function insertPayments(owner: pg.Client, batch: Batch): Promise<void> {
  const next = createSeries(batch.seed);
  const rows = Array.from({ length: batch.count }, (_unused, index) => {
    const status = pick(
      ['success', 'success', 'success', 'refunded', 'reversed', 'failed', 'expired', 'pending', 'created'],
      next,
    );
    const is_paid = ['success', 'refunded', 'reversed'].includes(status);
    const method = pick(FIXTURE_METHODS, next);
    const source = pick(FIXTURE_SOURCES, next);
    const at = batch.from_ms + next(Math.floor(batch.span_ms / 1_000)) * 1_000;
    const wait_s = 1 + next(4_000);
    const amount = 1_000 + next(1_000_000);
    return {
      id: `txn_${batch.prefix}${String(index).padStart(24, '0')}`,
      at: new Date(at).toISOString(),
      paid_at: is_paid ? new Date(at + wait_s * 1_000).toISOString() : null,
      status,
      method,
      source,
      amount,
      channel_code: method === 'virtual_account' ? pick(FIXTURE_CHANNELS, next) : null,
      issuer: is_paid && method === 'qris' ? pick(FIXTURE_ISSUERS, next) : null,
      fee_amount: is_paid ? next(1_000) : 0,
      refunded_amount: status === 'refunded' ? amount : 0,
      failure_code: status === 'failed' ? pick(['bank_refused', 'insufficient_funds', null], next) : null,
      // Some addresses contain others.
      customer_email: next(5) === 0 ? null : `${pick(['', 'Bu.'], next)}Pelanggan${next(12) * next(6)}@mail.example`,
      payment_link_id: source === 'payment_link' ? fixtureLink(next(LINKS)) : null,
      // Half of those that ended unpaid were never shown to the payer.
      last_event_seq: status === 'failed' || status === 'expired' ? 2 + next(2) : 3,
    };
  });
  await owner.query(
    `insert into app.transaction (merchant_id, id, created_at, updated_at, paid_at, customer_name, customer_email, method,
       channel_code, amount, fee_amount, net_amount, refunded_amount, status, settlement_status, journal_id, source, issuer,
       provider, failure_code, failure_message, payment_link_id, last_event_seq)
     select $1, r.id, r.at, r.at, r.paid_at, 'Name of ' || r.id, r.customer_email, r.method, r.channel_code, r.amount,
       r.fee_amount, r.amount - r.fee_amount, r.refunded_amount, r.status,
       case when r.paid_at is not null then 'unsettled' end, case when r.paid_at is not null then 'jnl_' || r.id end, r.source, r.issuer, 'bank', r.failure_code,
       case when r.failure_code is not null then 'The bank declined the payment' end, r.payment_link_id, r.last_event_seq
     from jsonb_to_recordset($2::jsonb) as r (id text, at timestamptz, paid_at timestamptz, status text, method text,
       source text, amount bigint, channel_code text, issuer text, fee_amount bigint, refunded_amount bigint,
       failure_code text, customer_email text, payment_link_id text, last_event_seq int)`,
    [batch.merchant_id, JSON.stringify(rows)],
  );
}

/** Marks the hours of payments by their id, as every write of a payment does. */
export const markPayments = (owner: pg.Client, merchant_id: string, prefix: string) =>
  owner.query(
    `insert into app.transaction_mark (merchant_id, hour, id)
     select t.merchant_id, date_trunc('hour', t.created_at, 'UTC'), t.id from app.transaction t
     where t.merchant_id = $1 and t.id like $2`,
    [merchant_id, `txn_${prefix}%`],
  );

/** Refunds of the payments with a prefix, and their marks if `is_marked`. */
export async function insertRefunds(owner: pg.Client, batch: Batch, is_marked: boolean): Promise<void> {
  const next = createSeries(batch.seed);
  const rows = Array.from({ length: batch.count }, (_unused, index) => {
    const status = pick(['succeeded', 'succeeded', 'failed', 'rejected', 'pending'], next);
    const at = batch.from_ms + next(Math.floor(batch.span_ms / 1_000)) * 1_000;
    return {
      id: `rfd_${batch.prefix}${String(index).padStart(24, '0')}`,
      transaction_id: `txn_${batch.prefix}${String(index).padStart(24, '0')}`,
      at: new Date(at).toISOString(),
      completed_at: status === 'succeeded' ? new Date(at + (1 + next(90_000)) * 1_000).toISOString() : null,
      status,
      reason: pick(FIXTURE_REASONS, next),
      amount: 1_000 + next(100_000),
      fee_amount: next(500),
      error_code: status === 'failed' ? pick(['bank_refused', 'account_closed', null], next) : null,
    };
  });
  await owner.query(
    `insert into app.refund (merchant_id, id, transaction_id, partner_reference_no, amount, reason, method, status,
       fee_amount, error_code, requested_by_type, requested_by_id, requested_by, requested_by_owner, created_at, updated_at,
       completed_at)
     select $1, r.id, r.transaction_id, r.id, r.amount, r.reason, 'original', r.status, r.fee_amount, r.error_code, 'user',
       'usr_1', 'Sari', 'Sari', r.at, r.at, r.completed_at
     from jsonb_to_recordset($2::jsonb) as r (id text, transaction_id text, at timestamptz, completed_at timestamptz,
       status text, reason text, amount bigint, fee_amount bigint, error_code text)`,
    [batch.merchant_id, JSON.stringify(rows)],
  );
  if (is_marked) await markDays(owner, 'refund', batch);
}

export async function insertDisbursements(owner: pg.Client, batch: Batch, is_marked: boolean): Promise<void> {
  const next = createSeries(batch.seed);
  const rows = Array.from({ length: batch.count }, (_unused, index) => {
    const status = pick(['success', 'success', 'failed', 'reversed', 'pending_approval', 'cancelled'], next);
    const at = batch.from_ms + next(Math.floor(batch.span_ms / 1_000)) * 1_000;
    return {
      id: `dsb_${batch.prefix}${String(index).padStart(24, '0')}`,
      at: new Date(at).toISOString(),
      completed_at: status === 'success' ? new Date(at + (1 + next(90_000)) * 1_000).toISOString() : null,
      status,
      bank_code: pick(FIXTURE_BANKS, next),
      rail: pick(FIXTURE_RAILS, next),
      amount: 10_000 + next(1_000_000),
      fee_amount: next(5_000),
      failure_code: ['failed', 'reversed'].includes(status)
        ? pick(['account_closed', 'bank_refused', null], next)
        : null,
    };
  });
  await owner.query(
    `insert into app.account_check (merchant_id, id, bank_code, account_no_sealed, account_last4, verified_name,
       created_by, created_at, expires_at)
     values ($1, $2, '014', 'x', '0001', 'SITI', 'Sari', now(), now())`,
    [batch.merchant_id, `ack_${batch.prefix}`],
  );
  await owner.query(
    `insert into app.disbursement (merchant_id, id, merchant_reference, account_check_id, bank_code, account_last4,
       verified_name, amount, fee_amount, fee_vat_amount, total_amount, rail, rail_choice, status, failure_code,
       partner_reference_no, requested_by_type, requested_by_id, requested_by, requested_by_owner, created_at, updated_at,
       completed_at)
     select $1, r.id, r.id, $3, r.bank_code, '0001', 'SITI', r.amount, r.fee_amount, 0, r.amount + r.fee_amount, r.rail,
       'auto', r.status, r.failure_code, r.id, 'user', 'usr_1', 'Sari', 'usr_1', r.at, r.at, r.completed_at
     from jsonb_to_recordset($2::jsonb) as r (id text, at timestamptz, completed_at timestamptz, status text,
       bank_code text, rail text, amount bigint, fee_amount bigint, failure_code text)`,
    [batch.merchant_id, JSON.stringify(rows), `ack_${batch.prefix}`],
  );
  if (is_marked) await markDays(owner, 'disbursement', batch);
}

const markDays = (owner: pg.Client, subject: 'refund' | 'disbursement', { merchant_id, prefix }: Batch) =>
  owner.query(
    `insert into app.day_mark (merchant_id, subject, day, id)
     select t.merchant_id, $2, (t.created_at at time zone 'Asia/Jakarta')::date, t.id from app.${subject} t
     where t.merchant_id = $1 and t.id like $3`,
    [merchant_id, subject, `___\\_${prefix}%`],
  );
