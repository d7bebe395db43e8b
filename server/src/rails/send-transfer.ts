/**
 * Sends transfers to the bank, the one way for all features. The transfer and its reference are committed before the call;
 * the bank's response is applied once, under the lock of the subject and then of the transfer. No crash, time-out or retry
 * can pay twice (transfer-rules.ts).
 */
import * as duration from '@dasbor/contract/duration';
import { type Rupiah, toSnapValue } from '@dasbor/contract/money';
import { toBusinessDay, toSnapTime } from '@dasbor/contract/time';
import { enqueue } from '../db/enqueue.ts';
import { newId } from '../db/new-id.ts';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { describeStep } from './describe-step.ts';
import { newExternalId } from './external-id.ts';
import { maskAccountNumbers } from './mask-account-numbers.ts';
import {
  type NewBankTransfer,
  type BankTransfer,
  type TransferSubject,
  claimInquiry,
  findTransfer,
  insertTransfer,
  lockTransfer,
  updateTransfer,
} from './transfer-queries.ts';
import {
  type InquiryTiming,
  TRANSFER_TRANSITIONS,
  type TransferOutcome,
  type TransferStep,
  type Resolution,
  SERVICE_OF_RAIL,
  decideAfterInquiry,
  decideAfterSending,
  nextInquiryAt,
  toResolvedStep,
} from './transfer-rules.ts';
import { insertRailLog } from './queries.ts';
import { readRailTerms } from './rail-queries.ts';
import { getTerms } from './rail-terms.ts';
import type { RailMessage } from './rail-message.ts';
import { postDifference, reverseDifference } from './transfer-difference.ts';
import { type TransferStatus, parseTransferResponse, parseTransferStatus } from './transfer-status.ts';

export type TransferDeps = Pick<Deps, 'db' | 'bank' | 'collection_clients' | 'clock' | 'vault' | 'log' | 'env'>;

/** Details for the bank that the stored transfer lacks. */
export interface TransferDetails {
  bank_code: string;
  account_no: string;
  holder_name: string;
  remark: string;
}

export type { TransferOutcome } from './transfer-rules.ts';

/** Callbacks of a feature. The subject is locked before the transfer, and the outcome is applied to it in the same transaction. */
export interface TransferPort {
  readDetails: (deps: TransferDeps, tx: MerchantTx, subject_id: string) => Promise<TransferDetails>;
  /** Locks the subject. Returns false when it waits for no outcome of this attempt. */
  lock: (tx: MerchantTx, subject_id: string, attempt: number) => Promise<boolean>;
  apply: (tx: MerchantTx, attempt: TransferAttempt, outcome: TransferOutcome, now: Date) => Promise<void>;
}
/** An attempt of a subject, as far as its feature needs it. */
export type TransferAttempt = Pick<BankTransfer, 'id' | 'subject_id' | 'attempt' | 'partner_reference_no'>;
export type TransferPorts = Partial<Record<TransferSubject, TransferPort>>;

/** The job that queries the status of one transfer. */
export const CHECK_TRANSFER_JOB = 'check_bank_transfer';
/** Longer than the time-out of a call to the bank. */
const CLAIM_MS = duration.minutes(1);
const WATCH_AFTER_MIN_MS = duration.seconds(30);

interface TransferInput extends Omit<
  NewBankTransfer,
  'id' | 'service' | 'first_sent_at' | 'next_check_at' | 'external_id'
> {
  amount: Rupiah;
}

const toTiming = ({ TRANSFER_INQUIRY_AFTER_S, TRANSFER_WATCH_DAYS }: Deps['env']): InquiryTiming => {
  const after_ms = duration.seconds(TRANSFER_INQUIRY_AFTER_S);
  return {
    after_ms,
    watch_after_ms: Math.max(after_ms, WATCH_AFTER_MIN_MS),
    watch_ms: duration.days(TRANSFER_WATCH_DAYS),
  };
};

/** Stores a transfer in the transaction in which its subject becomes `processing`. Send it after the commit. */
export async function createTransfer(
  tx: MerchantTx,
  { env }: Pick<Deps, 'env'>,
  input: TransferInput,
  now: Date,
): Promise<string> {
  const id = newId('bank_transfer', now);
  // Should this process die before it has sent the transfer, the sweep queries its status.
  const next_check_at = new Date(now.getTime() + Math.max(CLAIM_MS, toTiming(env).after_ms));
  const service = SERVICE_OF_RAIL[input.rail];
  const external_id = newExternalId(now);
  await insertTransfer(tx, { ...input, id, service, external_id, first_sent_at: now, next_check_at });
  return id;
}

/** Sends a stored transfer for the first time. Call it once, after the commit; afterwards inquiries decide. */
export async function sendTransfer(
  deps: TransferDeps,
  port: TransferPort,
  merchant_id: string,
  id: string,
): Promise<void> {
  const prepared = await asMerchant(deps.db, merchant_id, async (tx) => {
    const transfer = await findTransfer(tx, id);
    if (transfer === undefined) throw new Error(`There is no transfer ${id}`);
    if (transfer.status !== 'sent' || transfer.send_count > 1) return null;
    return { transfer, details: await readDetails(deps, tx, port, transfer) };
  });
  if (prepared === null) return;
  const { transfer } = prepared;
  const { found, message } = await callTransfer(deps, transfer, prepared.details);
  await applyFound(
    deps,
    { merchant_id, port, transfer },
    { message, decide: (locked) => decideAfterSending(locked, found) },
  );
}

/** Queries the status of one due transfer and applies the response. Idempotent and safe to run concurrently. */
export const checkTransfer = (
  deps: TransferDeps,
  ports: TransferPorts,
  merchant_id: string,
  id: string,
): Promise<void> => inquireTransfer(deps, ports, { merchant_id, id, is_due_only: true });

/** Queries the status of a transfer, also when none is due: before another attempt of its subject. */
export const checkTransferNow = (
  deps: TransferDeps,
  ports: TransferPorts,
  merchant_id: string,
  id: string,
): Promise<void> => inquireTransfer(deps, ports, { merchant_id, id, is_due_only: false });

async function inquireTransfer(
  deps: TransferDeps,
  ports: TransferPorts,
  { merchant_id, id, is_due_only }: { merchant_id: string; id: string; is_due_only: boolean },
): Promise<void> {
  const claimed = await asMerchant(deps.db, merchant_id, async (tx) => {
    const now = deps.clock.now();
    const claim = { now, until: new Date(now.getTime() + CLAIM_MS), is_due_only };
    if (!(await claimInquiry(tx, id, claim))) return null;
    const transfer = await findTransfer(tx, id);
    if (transfer === undefined) return null;
    return { transfer, ...getTerms(await readRailTerms(tx), transfer.rail, toBusinessDay(transfer.first_sent_at)) };
  });
  if (claimed === null) return;
  const { transfer, not_found_after_s } = claimed;
  const port = ports[transfer.subject_type];
  if (port === undefined) throw new Error(`Transfers of ${transfer.subject_type} have no port`);
  const outcome = await deps.bank.queryTransfer(transfer.partner_reference_no, transfer.service);
  const found = parseTransferStatus(outcome, { ...transfer, amount: transfer.executed_amount ?? transfer.amount });
  const step = await applyFound(
    deps,
    { merchant_id, port, transfer },
    {
      message: outcome.message,
      decide: (locked) => decideAfterInquiry(locked, found, { now: deps.clock.now(), not_found_after_s }),
    },
  );
  if (step?.kind === 'resend') await resendTransfer(deps, { merchant_id, port, transfer });
}

/** The bank never received the transfer: sends it again under the same reference, which the bank accepts once. */
async function resendTransfer(deps: TransferDeps, sent: SentTransfer): Promise<void> {
  const { merchant_id, port, transfer } = sent;
  deps.log.warn(
    { merchant_id, bank_transfer_id: transfer.id },
    'the bank never received the transfer; it is sent again',
  );
  const details = await asMerchant(deps.db, merchant_id, (tx) => readDetails(deps, tx, port, transfer));
  const { found, message } = await callTransfer(deps, transfer, details);
  await applyFound(deps, sent, { message, decide: (locked) => decideAfterSending(locked, found) });
}

/** The details of a transfer, with a remark that its rail carries. */
async function readDetails(
  deps: TransferDeps,
  tx: MerchantTx,
  port: TransferPort,
  { subject_id, rail, first_sent_at }: BankTransfer,
): Promise<TransferDetails> {
  const details = await port.readDetails(deps, tx, subject_id);
  const { description_max } = getTerms(await readRailTerms(tx), rail, toBusinessDay(first_sent_at));
  return { ...details, remark: details.remark.slice(0, description_max) };
}

async function callTransfer(
  deps: TransferDeps,
  transfer: BankTransfer,
  details: TransferDetails,
): Promise<{ found: TransferStatus; message: RailMessage }> {
  const outcome = await deps.bank.transfer({
    partnerReferenceNo: transfer.partner_reference_no,
    amount: { value: toSnapValue(transfer.amount), currency: 'IDR' },
    beneficiaryAccountNo: details.account_no,
    beneficiaryAccountName: details.holder_name,
    beneficiaryBankCode: details.bank_code,
    transactionDate: toSnapTime(transfer.first_sent_at),
    remark: details.remark,
    service: transfer.service,
    ...(transfer.external_id === null ? {} : { external_id: transfer.external_id }),
  });
  return { found: parseTransferResponse(outcome, transfer), message: outcome.message };
}

/** A transfer of a merchant with the feature that it belongs to. */
interface SentTransfer {
  merchant_id: string;
  port: TransferPort;
  transfer: BankTransfer;
}

/** A logged response of the bank, and what it means for the locked transfer. */
interface BankResponse {
  message: RailMessage;
  decide: (locked: BankTransfer) => TransferStep;
}

/** Applies a response of the bank in one transaction, with its message in the log. Returns the step that was taken. */
function applyFound(
  deps: TransferDeps,
  { merchant_id, port, transfer: { id, subject_type, subject_id, attempt } }: SentTransfer,
  { message, decide }: BankResponse,
): Promise<TransferStep | null> {
  return asMerchant(deps.db, merchant_id, async (tx) => {
    const now = deps.clock.now();
    const object = { object_type: subject_type, object_id: subject_id };
    const waits = await port.lock(tx, subject_id, attempt);
    const transfer = await lockTransfer(tx, id);
    if (transfer === undefined) throw new Error(`There is no transfer ${id}`);
    await insertRailLog(tx, object, maskAccountNumbers(message));
    if (!waits) {
      await updateTransfer(tx, transfer, { next_check_at: null });
      return null;
    }
    const step = decide(transfer);
    await applyStep(tx, { port, transfer, now, timing: toTiming(deps.env) }, step);
    return step;
  });
}

/**
 * Ends a locked open order by what two people found out about it; `port` has locked its subject. A difference between the
 * ordered and the executed amount is booked. What the bank reports later is booked as of any other transfer.
 */
export async function applyResolution(
  tx: MerchantTx,
  { env, now }: { env: Deps['env']; now: Date },
  { port, transfer }: { port: TransferPort; transfer: BankTransfer },
  found: Resolution,
): Promise<void> {
  const step = toResolvedStep(found);
  await applyStep(tx, { port, transfer, now, timing: toTiming(env) }, step);
  if (found.outcome === 'executed') await postDifference(tx, transfer, found.executed_amount, now);
}

async function applyStep(
  tx: MerchantTx,
  { port, transfer, now, timing }: { port: TransferPort; transfer: BankTransfer; now: Date; timing: InquiryTiming },
  step: TransferStep,
): Promise<void> {
  const { change, outcome } = describeStep(transfer, step, now);
  const after = { ...transfer, ...change };
  if (after.status !== transfer.status && !TRANSFER_TRANSITIONS[transfer.status].includes(after.status)) {
    throw new Error(`A transfer cannot go from ${transfer.status} to ${after.status}`);
  }
  const next_check_at = nextInquiryAt({ ...after, ended_at: after.ended_at ?? null }, timing, now);
  await updateTransfer(tx, transfer, { ...change, next_check_at });
  if (outcome !== null) await port.apply(tx, transfer, outcome, now);
  if (step.kind === 'return' && transfer.executed_amount !== null) {
    await reverseDifference(tx, transfer, transfer.executed_amount, now);
  }
  if (next_check_at !== null && after.ended_at === null) await enqueueCheck(tx, transfer.id, next_check_at);
}

async function enqueueCheck(tx: MerchantTx, id: string, run_at: Date): Promise<void> {
  const payload = { merchant_id: tx.merchant_id, id };
  await enqueue(tx, CHECK_TRANSFER_JOB, payload, { run_at, job_key: `${CHECK_TRANSFER_JOB}:${id}` });
}
