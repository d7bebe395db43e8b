/** Accounts, transfers, refunds and reversals of the bank. */
import type { DatabaseSync } from 'node:sqlite';
import type { Rupiah } from '@dasbor/contract/money';
import { TRANSFER_SERVICES } from '@dasbor/contract/snap-transfer';
import { z } from 'zod';
import { randomDigits, formatTimestamp } from './qr-code.ts';

export const TRANSFER_SCHEMA = `
create table if not exists account (
  bank_code text not null,
  account_no text not null,
  name text not null,
  state text not null check (state in ('open', 'closed', 'dormant')),
  primary key (bank_code, account_no)
) strict, without rowid;

create table if not exists transfer (
  partner_reference_no text primary key,
  reference_no text not null unique,
  service text not null,
  bank_code text not null,
  account_no text not null,
  account_name text not null,
  amount integer not null check (amount > 0),
  first_state text not null default 'pending' check (first_state in ('pending', 'success', 'failed')),
  ending text not null check (ending in ('success', 'failed', 'returned')),
  settles_at integer not null,
  created_at integer not null
) strict;
create index if not exists transfer_recent on transfer (created_at desc);

create table if not exists qr_refund (
  partner_refund_no text primary key,
  refund_no text not null unique,
  payment_reference_no text not null,
  amount integer not null check (amount > 0),
  reason text not null,
  created_at integer not null
) strict;
create table if not exists reversal (
  reference_no text primary key,
  reversed_at integer not null
) strict, without rowid;
create index if not exists qr_refund_of_payment on qr_refund (payment_reference_no);

insert or ignore into account (bank_code, account_no, name, state) values
  ('014', '8010000001', 'SARI PRATIWI', 'open'),
  ('014', '8010000002', 'BUDI SANTOSO', 'open'),
  ('009', '0090000003', 'DEWI LESTARI', 'open'),
  ('002', '0020000004', 'AGUS PRASETYO', 'open'),
  ('008', '0080000005', 'RINA KUSUMA', 'open'),
  ('022', '0220000006', 'PT MAJU BERSAMA', 'open'),
  ('036', '0360000007', 'TIO WIJAYA', 'open'),
  ('014', '8010000018', 'ANDI CLOSED', 'closed'),
  ('009', '0090000009', 'MAYA DORMANT', 'dormant');
`;

export const account = z.strictObject({
  bank_code: z.string().regex(/^\d{3}$/),
  account_no: z.string().regex(/^\d{5,20}$/),
  name: z.string().trim().min(1).max(100),
  state: z.enum(['open', 'closed', 'dormant']),
});
export type Account = z.infer<typeof account>;

export function findAccount(database: DatabaseSync, bank_code: string, account_no: string): Account | null {
  const row = database
    .prepare('select * from account where bank_code = ? and account_no = ?')
    .get(bank_code, account_no);
  return row ? account.parse({ ...row }) : null;
}

export const listAccounts = (database: DatabaseSync): Account[] =>
  database
    .prepare('select * from account order by state desc, bank_code, account_no')
    .all()
    .map((row) => account.parse({ ...row }));

/** Creates an account, or updates its name and state. */
export function upsertAccount(database: DatabaseSync, { bank_code, account_no, name, state }: Account): void {
  database
    .prepare(
      `insert into account values (?, ?, ?, ?)
       on conflict (bank_code, account_no) do update set name = excluded.name, state = excluded.state`,
    )
    .run(bank_code, account_no, name, state);
}

const transfer = z.object({
  partner_reference_no: z.string(),
  reference_no: z.string(),
  service: z.enum(TRANSFER_SERVICES),
  bank_code: z.string(),
  account_no: z.string(),
  account_name: z.string(),
  amount: z.int(),
  /** Status until `settles_at`. */
  first_state: z.enum(['pending', 'success', 'failed']),
  /** Final status, from `settles_at` on. */
  ending: z.enum(['success', 'failed', 'returned']),
  settles_at: z.int(),
  created_at: z.int(),
});
export type Transfer = z.infer<typeof transfer>;
export type NewTransfer = Omit<Transfer, 'reference_no' | 'created_at'>;

/** Tables from before version 3 have no status until the end of a transfer. */
export const ADD_FIRST_STATE = `
alter table transfer add column first_state text not null default 'pending' check (first_state in ('pending', 'success', 'failed'));
`;

export function findTransfer(database: DatabaseSync, partner_reference_no: string): Transfer | null {
  const row = database.prepare('select * from transfer where partner_reference_no = ?').get(partner_reference_no);
  return row ? transfer.parse({ ...row }) : null;
}

/** Executes a transfer, regardless of the response that the partner receives. */
export function insertTransfer(database: DatabaseSync, transfer: NewTransfer, at: Date): Transfer {
  const booked: Transfer = {
    ...transfer,
    reference_no: `BT${formatTimestamp(at)}${randomDigits(8)}`,
    created_at: at.getTime(),
  };
  const columns = Object.keys(booked);
  database
    .prepare(`insert into transfer (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`)
    .run(...Object.values(booked));
  return booked;
}

/** Marks a successful transfer as returned by the receiving bank. Returns false when there is none. */
export const returnTransfer = (database: DatabaseSync, partner_reference_no: string): boolean =>
  database
    .prepare(`update transfer set ending = 'returned' where partner_reference_no = ? and ending = 'success'`)
    .run(partner_reference_no).changes === 1;

export const listTransfers = (database: DatabaseSync, limit: number): Transfer[] =>
  database
    .prepare('select * from transfer order by created_at desc, rowid desc limit ?')
    .all(limit)
    .map((row) => transfer.parse({ ...row }));

/** Status of a transfer: its first one until it settles. */
export const toTransferStatus = (
  { first_state, ending, settles_at }: Transfer,
  now: Date,
): Transfer['ending'] | 'pending' => (now.getTime() < settles_at ? first_state : ending);

const paymentRow = z.object({
  kind: z.enum(['qris', 'va']),
  reference_no: z.string(),
  paid_amount: z.int(),
  paid_at: z.int(),
  payer_name: z.string(),
  /** Retrieval reference number and amount of the code; null for virtual accounts, and the amount where the payer chooses it. */
  rrn: z.string().nullable(),
  requested_amount: z.int().nullable(),
  reversed_at: z.int().nullable(),
});

/** Lists received payments, newest first, with the time of their reversal. */
export const listPayments = (database: DatabaseSync, limit: number) =>
  database
    .prepare(
      `select p.*, r.reversed_at from (
         select 'qris' as kind, paid.reference_no, paid_amount, paid_at, payer_name, rrn, amount as requested_amount
         from qr_payment paid join qr_code code on code.reference_no = code_reference_no
         union all
         select 'va', payment_request_id, paid_amount, paid_at, payer_name, null, null from va_payment) p
       left join reversal r on r.reference_no = p.reference_no order by p.paid_at desc limit ?`,
    )
    .all(limit)
    .map((row) => paymentRow.parse({ ...row }));

/** Records a reversal. Returns false when the payment was already reversed. */
export function insertReversal(database: DatabaseSync, reference_no: string, at: Date): boolean {
  const { changes } = database
    .prepare('insert or ignore into reversal (reference_no, reversed_at) values (?, ?)')
    .run(reference_no, at.getTime());
  return changes === 1;
}

const qrRefund = z.object({
  partner_refund_no: z.string(),
  refund_no: z.string(),
  payment_reference_no: z.string(),
  amount: z.int(),
  reason: z.string(),
  created_at: z.int(),
});
export type QrRefund = z.infer<typeof qrRefund>;

export function findQrRefund(database: DatabaseSync, partner_refund_no: string): QrRefund | null {
  const row = database.prepare('select * from qr_refund where partner_refund_no = ?').get(partner_refund_no);
  return row ? qrRefund.parse({ ...row }) : null;
}

/** Refunded amount of a payment. */
export function sumRefunds(database: DatabaseSync, payment_reference_no: string): Rupiah {
  const row = database
    .prepare('select coalesce(sum(amount), 0) as amount from qr_refund where payment_reference_no = ?')
    .get(payment_reference_no);
  return Number(row?.amount ?? 0);
}

export function insertQrRefund(
  database: DatabaseSync,
  refund: Omit<QrRefund, 'refund_no' | 'created_at'>,
  at: Date,
): QrRefund {
  const booked: QrRefund = {
    ...refund,
    refund_no: `BR${formatTimestamp(at)}${randomDigits(8)}`,
    created_at: at.getTime(),
  };
  const columns = Object.keys(booked);
  database
    .prepare(`insert into qr_refund (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`)
    .run(...Object.values(booked));
  return booked;
}

export const listQrRefunds = (database: DatabaseSync, limit: number): QrRefund[] =>
  database
    .prepare('select * from qr_refund order by created_at desc, rowid desc limit ?')
    .all(limit)
    .map((row) => qrRefund.parse({ ...row }));
