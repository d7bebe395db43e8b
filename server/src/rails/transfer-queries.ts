/** SQL of transfers to the bank. */
import type { Rupiah } from '@dasbor/contract/money';
import type { TransferService } from '@dasbor/contract/snap-transfer';
import type { TransferRail } from '@dasbor/contract/transfer-rail';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';
import type { TransferState, BankTransferStatus } from './transfer-rules.ts';

export type TransferSubject = 'disbursement' | 'refund' | 'settlement_batch' | 'commission_statement';

/** Subject of a transfer. */
export interface TransferSubjectId {
  subject_type: TransferSubject;
  subject_id: string;
}

export interface NewBankTransfer extends TransferSubjectId {
  id: string;
  /** A further attempt of a subject has its own reference. */
  attempt: number;
  partner_reference_no: string;
  rail: TransferRail;
  service: TransferService;
  bank_code: string;
  account_last4: string;
  amount: Rupiah;
  first_sent_at: Date;
  next_check_at: Date;
  external_id: string;
}

/** Stores a transfer before it is sent. */
export const insertTransfer = (tx: MerchantTx, transfer: NewBankTransfer) =>
  tx.sql
    .insertInto('bank_transfer')
    .values({ merchant_id: tx.merchant_id, ...transfer, status: 'sent', last_sent_at: transfer.first_sent_at })
    .execute();

export interface BankTransfer extends TransferState, TransferSubjectId {
  id: string;
  attempt: number;
  partner_reference_no: string;
  rail: TransferRail;
  service: TransferService;
  amount: Rupiah;
  external_id: string | null;
  /** Amount that the bank executed, by an approved resolution; null: the amount of the transfer, if it was executed. */
  executed_amount: Rupiah | null;
  /** A resolution that was requested; in force since `resolved_at`. */
  resolution: 'executed' | 'not_executed' | null;
  resolution_amount: Rupiah | null;
  resolution_reference: string | null;
  resolution_reason: string | null;
}

const COLUMNS = [
  'id',
  'subject_type',
  'subject_id',
  'attempt',
  'partner_reference_no',
  'rail',
  'service',
  'amount',
  'send_count',
  'status',
  'first_sent_at',
  'last_sent_at',
  'not_executed_since',
  'ended_at',
  'late_at',
  'failure_code',
  'response_code',
  'failure_message',
  'external_id',
  'executed_amount',
  'resolution',
  'resolution_amount',
  'resolution_reference',
  'resolution_reason',
  'resolved_at',
] as const;

const toDate = (at: string | null): Date | null => (at === null ? null : new Date(at));

async function readTransfer(tx: MerchantTx, id: string, is_locked: boolean): Promise<BankTransfer | undefined> {
  const query = tx.sql
    .selectFrom('bank_transfer')
    .select(COLUMNS)
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id);
  const row = await (is_locked ? query.forNoKeyUpdate() : query).executeTakeFirst();
  if (row === undefined) return undefined;
  return toBankTransfer(row);
}

/** The stored columns of a transfer; times are text. */
type BankTransferRow = Omit<BankTransfer, BankTransferTime> &
  Record<'first_sent_at' | 'last_sent_at', string> &
  Record<Exclude<BankTransferTime, 'first_sent_at' | 'last_sent_at'>, string | null>;
type BankTransferTime =
  | 'first_sent_at'
  | 'last_sent_at'
  | 'not_executed_since'
  | 'ended_at'
  | 'late_at'
  | 'resolved_at';

function toBankTransfer({
  first_sent_at,
  last_sent_at,
  not_executed_since,
  ended_at,
  late_at,
  resolved_at,
  ...rest
}: BankTransferRow): BankTransfer {
  return {
    ...rest,
    first_sent_at: new Date(first_sent_at),
    last_sent_at: new Date(last_sent_at),
    not_executed_since: toDate(not_executed_since),
    ended_at: toDate(ended_at),
    late_at: toDate(late_at),
    resolved_at: toDate(resolved_at),
  };
}

export const findTransfer = (tx: MerchantTx, id: string): Promise<BankTransfer | undefined> =>
  readTransfer(tx, id, false);

/** The transfers of a subject, oldest first. */
export async function listTransfers(
  tx: MerchantTx,
  { subject_type, subject_id }: TransferSubjectId,
): Promise<BankTransfer[]> {
  const rows = await tx.sql
    .selectFrom('bank_transfer')
    .select(COLUMNS)
    .where('merchant_id', '=', tx.merchant_id)
    .where('subject_type', '=', subject_type)
    .where('subject_id', '=', subject_id)
    .orderBy('attempt')
    .execute();
  return rows.map((row) => toBankTransfer(row));
}

/** The transfers of several subjects of a kind. */
export async function listSubjectTransfers(
  tx: MerchantTx,
  subject_type: TransferSubject,
  subject_ids: readonly string[],
): Promise<BankTransfer[]> {
  if (subject_ids.length === 0) return [];
  const rows = await tx.sql
    .selectFrom('bank_transfer')
    .select(COLUMNS)
    .where('merchant_id', '=', tx.merchant_id)
    .where('subject_type', '=', subject_type)
    .where('subject_id', 'in', subject_ids)
    .orderBy('subject_id')
    .orderBy('attempt')
    .execute();
  return rows.map((row) => toBankTransfer(row));
}

/** The transfer of the last attempt of a subject. */
export const findLastTransfer = async (tx: MerchantTx, subject: TransferSubjectId): Promise<BankTransfer | undefined> =>
  (await listTransfers(tx, subject)).at(-1);

/** Locks a transfer. Its subject must be locked before. */
export const lockTransfer = (tx: MerchantTx, id: string): Promise<BankTransfer | undefined> =>
  readTransfer(tx, id, true);

export interface BankTransferChange {
  status?: BankTransferStatus;
  last_sent_at?: Date;
  send_count?: number;
  not_executed_since?: Date | null;
  next_check_at?: Date | null;
  last_checked_at?: Date;
  bank_reference?: string;
  response_code?: string | null;
  failure_code?: string | null;
  failure_message?: string | null;
  ended_at?: Date;
  late_at?: Date;
  executed_amount?: Rupiah;
  resolved_at?: Date;
}

/** Changes a locked transfer. Throws if its status is not `from` any more, which rolls the transaction back. */
export async function updateTransfer(
  tx: MerchantTx,
  { id, status: from }: Pick<BankTransfer, 'id' | 'status'>,
  change: BankTransferChange,
): Promise<void> {
  const { numUpdatedRows } = await tx.sql
    .updateTable('bank_transfer')
    .set(change)
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .where('status', '=', from)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error(`Transfer ${id} is no longer ${from}`);
}

/** Stores the resolution that a person requests, or removes one that was not approved. */
export const storeResolution = (
  tx: MerchantTx,
  id: string,
  resolution: Pick<BankTransfer, 'resolution' | 'resolution_amount' | 'resolution_reference' | 'resolution_reason'>,
) =>
  tx.sql
    .updateTable('bank_transfer')
    .set(resolution)
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .execute();

/** Claims a transfer for one inquiry: nobody else takes it until `until`. Returns false when it is not due, or somebody has. */
export async function claimInquiry(
  tx: MerchantTx,
  id: string,
  { now, until, is_due_only }: { now: Date; until: Date; is_due_only: boolean },
): Promise<boolean> {
  let update = tx.sql
    .updateTable('bank_transfer')
    .set({ next_check_at: until, last_checked_at: now })
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id);
  if (is_due_only) update = update.where('next_check_at', '<=', now.toISOString());
  const { numUpdatedRows } = await update.executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Due transfers of all merchants that are open or have ended, the longest due first. */
export const listDueTransfers = (tx: PlatformTx, now: Date, { is_open, limit }: { is_open: boolean; limit: number }) =>
  tx.sql
    .selectFrom('bank_transfer')
    .select(['merchant_id', 'id'])
    .where('next_check_at', '<=', now.toISOString())
    .where('ended_at', is_open ? 'is' : 'is not', null)
    .orderBy('next_check_at')
    .limit(limit)
    .execute();
