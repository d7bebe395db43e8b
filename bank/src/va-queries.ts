/** Virtual accounts and their payments. Times are epoch milliseconds. */
import type { DatabaseSync } from 'node:sqlite';
import { fromSnapValue, type Rupiah } from '@dasbor/contract/money';
import type { VaCreateRequest } from '@dasbor/contract/snap-va';
import { z } from 'zod';

export const VA_SCHEMA = `
create table if not exists va (
  trx_id text primary key,
  va_number text not null,
  partner_service_id text not null,
  customer_no text not null,
  name text not null,
  trx_type text not null check (trx_type in ('C', 'O', 'I')),
  amount integer check (amount > 0),
  amount_min integer,
  amount_max integer,
  is_reusable integer not null check (is_reusable in (0, 1)),
  expires_at integer,
  closed_at integer,
  created_at integer not null
) strict;
create index if not exists va_of_number on va (va_number, created_at desc);
create index if not exists va_recent on va (created_at desc);

create table if not exists va_payment (
  payment_request_id text primary key,
  trx_id text not null references va (trx_id),
  paid_at integer not null,
  paid_amount integer not null check (paid_amount > 0),
  reference_no text not null,
  payer_name text not null,
  payer_bank text not null
) strict;
create index if not exists va_payment_of on va_payment (trx_id, paid_at desc);
`;

const va = z.object({
  trx_id: z.string(),
  va_number: z.string(),
  partner_service_id: z.string(),
  customer_no: z.string(),
  name: z.string(),
  trx_type: z.enum(['C', 'O', 'I']),
  amount: z.int().nullable(),
  amount_min: z.int().nullable(),
  amount_max: z.int().nullable(),
  is_reusable: z.int().transform((flag) => flag === 1),
  expires_at: z.int().nullable(),
  closed_at: z.int().nullable(),
  created_at: z.int(),
  payments_count: z.int(),
  paid_amount: z.int(),
});
export type Va = z.infer<typeof va>;

const vaPayment = z.object({
  payment_request_id: z.string(),
  trx_id: z.string(),
  paid_at: z.int(),
  paid_amount: z.int(),
  reference_no: z.string(),
  payer_name: z.string(),
  payer_bank: z.string(),
});
export type VaPayment = z.infer<typeof vaPayment>;

const SELECT = `select va.*, count(p.trx_id) as payments_count, coalesce(sum(p.paid_amount), 0) as paid_amount
  from va left join va_payment p on p.trx_id = va.trx_id`;

export function findVa(database: DatabaseSync, trx_id: string): Va | null {
  const row = database.prepare(`${SELECT} where va.trx_id = ? group by va.trx_id`).get(trx_id);
  return row ? va.parse(row) : null;
}

/** Finds the open virtual account with a number, else the newest one. */
export function findVaByNumber(database: DatabaseSync, va_number: string, at: Date): Va | null {
  const rows = database
    .prepare(`${SELECT} where va.va_number = ? group by va.trx_id order by va.created_at desc, va.rowid desc`)
    .all(va_number)
    .map((row) => va.parse(row));
  return rows.find((row) => toVaStatus(row, at) === 'open') ?? rows[0] ?? null;
}

export const listVas = (database: DatabaseSync, limit: number): Va[] =>
  database
    .prepare(`${SELECT} group by va.trx_id order by va.created_at desc, va.rowid desc limit ?`)
    .all(limit)
    .map((row) => va.parse(row));

export function toVaStatus(
  row: Pick<Va, 'closed_at' | 'expires_at' | 'is_reusable' | 'payments_count'>,
  at: Date,
): 'open' | 'paid' | 'expired' | 'closed' {
  if (row.closed_at !== null) return 'closed';
  if (!row.is_reusable && row.payments_count > 0) return 'paid';
  return row.expires_at !== null && at.getTime() >= row.expires_at ? 'expired' : 'open';
}

/** Converts a request to columns. */
export function toVaColumns(request: VaCreateRequest) {
  const { totalAmount, virtualAccountTrxType: trx_type, additionalInfo, expiredDate } = request;
  const parseAmount = (money: { value: string } | undefined): Rupiah | null =>
    money ? fromSnapValue(money.value) : null;
  return {
    va_number: request.virtualAccountNo.trim(),
    partner_service_id: request.partnerServiceId,
    customer_no: request.customerNo,
    name: request.virtualAccountName,
    trx_type,
    amount: trx_type === 'C' ? parseAmount(totalAmount) : null,
    amount_min: parseAmount(additionalInfo.minAmount),
    amount_max: parseAmount(additionalInfo.maxAmount),
    is_reusable: additionalInfo.isReusable ? 1 : 0,
    expires_at: expiredDate === undefined ? null : Date.parse(expiredDate),
  };
}

export function insertVa(database: DatabaseSync, request: VaCreateRequest, at: Date): void {
  const row = { trx_id: request.trxId, ...toVaColumns(request), created_at: at.getTime() };
  const columns = Object.keys(row);
  database
    .prepare(`insert into va (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`)
    .run(...Object.values(row));
}

/** Updates name, amounts and expiry. */
export function updateVa(database: DatabaseSync, request: VaCreateRequest): void {
  const { name, amount, amount_min, amount_max, expires_at } = toVaColumns(request);
  database
    .prepare('update va set name = ?, amount = ?, amount_min = ?, amount_max = ?, expires_at = ? where trx_id = ?')
    .run(name, amount, amount_min, amount_max, expires_at, request.trxId);
}

export function closeVa(database: DatabaseSync, trx_id: string, at: Date): void {
  database.prepare('update va set closed_at = ? where trx_id = ? and closed_at is null').run(at.getTime(), trx_id);
}

export function insertVaPayment(database: DatabaseSync, payment: VaPayment): void {
  database
    .prepare(
      `insert into va_payment (payment_request_id, trx_id, paid_at, paid_amount, reference_no, payer_name, payer_bank)
       values (:payment_request_id, :trx_id, :paid_at, :paid_amount, :reference_no, :payer_name, :payer_bank)`,
    )
    .run(payment);
}

export function findVaPayment(database: DatabaseSync, payment_request_id: string): VaPayment | null {
  const row = database.prepare('select * from va_payment where payment_request_id = ?').get(payment_request_id);
  return row ? vaPayment.parse({ ...row }) : null;
}

/** Lists the newest payments, oldest first. */
export const listVaPayments = (database: DatabaseSync, trx_id: string, limit: number): VaPayment[] =>
  database
    .prepare('select * from va_payment where trx_id = ? order by paid_at desc, rowid desc limit ?')
    .all(trx_id, limit)
    .map((row) => vaPayment.parse(row))
    .toReversed();
