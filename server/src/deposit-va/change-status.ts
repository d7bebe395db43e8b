/** Opens, pauses and closes deposit VAs: first in the database, then at the bank. Requests to the bank are idempotent. */
import * as duration from '@dasbor/contract/duration';
import { localized } from '@dasbor/contract/language';
import { type VaBank, getVaBank } from '@dasbor/contract/bank';
import { VA_TRX_TYPES, type VaCreateRequest, toVaFields } from '@dasbor/contract/snap-va';
import { type AuditActor, recordAudit } from '../audit/record.ts';
import { enqueue } from '../db/enqueue.ts';
import { newId } from '../db/new-id.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { assertCan } from '../http/active-merchant.ts';
import { Problem, notFound } from '../http/problem.ts';
import { getCollectionBank } from '../rails/collection-clients.ts';
import { findUsableCredential } from '../rails/bank-credential-queries.ts';
import type { VaServices } from '../rails/bank-va.ts';
import { insertRailLog } from '../rails/queries.ts';
import { buildDepositNumber, formatHolderName, buildTrxId } from './rules.ts';
import { type VaRow, findMerchant, findVa, insertVa, lockVa, transitionVa } from './va-queries.ts';

/** Delay of the job that retries in case the process crashes. */
const SAFETY_NET_MS = duration.seconds(15);

/** `done`: nothing is left to do at the bank. */
export type BankResult = 'done' | 'refused' | 'unreachable';

type BankDeps = Pick<Deps, 'db' | 'clock' | 'collection_clients'> & { bank: VaServices };

/** The caller of an action, its IP address and the time. */
export interface TransitionContext {
  actor: AuditActor;
  ip: string | null;
  now: Date;
}

/**
 * Opens the deposit VA of a bank, or reopens one that failed or was closed. Returns its id. Returns 409
 * `merchant_not_active`, `deposit_va_exists` or `still_closing`.
 */
export async function openDepositVa(tx: MerchantTx, bank: VaBank, context: TransitionContext): Promise<string> {
  const merchant = await findMerchant(tx);
  if (merchant === undefined) throw notFound();
  assertCan('payouts', merchant);
  if (merchant.va_part === null) throw new Error(`Merchant ${tx.merchant_id} has no digits for virtual accounts`);
  const { now } = context;
  const holder_name = formatHolderName(merchant.brand_name, bank);
  const known = await lockVa(tx, { bank });
  const bank_credential_id = await findUsableCredential(tx, bank);
  const id = known?.id ?? newId('deposit_va', now);
  if (known === undefined) {
    const va_number = buildDepositNumber(bank, merchant.va_part);
    const trx_id = buildTrxId(tx.merchant_id, id, 1);
    await insertVa(tx, { id, bank, va_number, holder_name, trx_id, bank_credential_id }, now);
  } else {
    await reopenVa(tx, known, { holder_name, bank_credential_id }, now);
  }
  await recordStatusChange(context, tx, id, { action: 'opened', from: known?.status ?? null, to: 'opening' });
  await publishLiveEvents(tx, { topic: 'deposit-va', id, change: known === undefined ? 'created' : 'updated' });
  await enqueueBankSync(tx, id, now);
  return id;
}

async function reopenVa(
  tx: MerchantTx,
  known: VaRow,
  opened: Pick<VaRow, 'holder_name' | 'bank_credential_id'>,
  now: Date,
): Promise<void> {
  if (known.status !== 'failed' && known.status !== 'closed') {
    throw new Problem(
      409,
      'deposit_va_exists',
      localized(`You already have a deposit VA at ${known.bank}.`, `Anda sudah memiliki deposit VA di ${known.bank}.`),
    );
  }
  if (known.status === 'closed' && !known.is_closed_at_bank) {
    throw new Problem(
      409,
      'still_closing',
      localized(
        'The bank is still closing this virtual account. Try again in a minute.',
        'Bank masih menutup virtual account ini. Coba lagi dalam satu menit.',
      ),
    );
  }
  const opening_no = known.opening_no + 1;
  const trx_id = buildTrxId(tx.merchant_id, known.id, opening_no);
  const fresh = { failure_message: null, is_closed_at_bank: false, updated_at: now };
  await transitionVa(tx, known, { status: 'opening', opening_no, trx_id, ...opened, ...fresh });
}

/** Pauses, resumes or closes a deposit VA. */
export async function changeStatus(
  tx: MerchantTx,
  va: VaRow,
  status: 'active' | 'inactive' | 'closed',
  context: TransitionContext,
): Promise<void> {
  await transitionVa(tx, va, { status, updated_at: context.now });
  await recordStatusChange(context, tx, va.id, { action: ACTIONS[status], from: va.status, to: status });
  await publishLiveEvents(tx, { topic: 'deposit-va', id: va.id, change: 'updated' });
  if (status === 'closed') await enqueueBankSync(tx, va.id, context.now);
}
const ACTIONS = { active: 'activated', inactive: 'deactivated', closed: 'closed' } as const;

const enqueueBankSync = (tx: MerchantTx, id: string, now: Date): Promise<void> =>
  enqueue(
    tx,
    'sync_deposit_va',
    { merchant_id: tx.merchant_id, id },
    { run_at: new Date(now.getTime() + SAFETY_NET_MS), job_key: `sync_deposit_va:${id}` },
  );

const recordStatusChange = (
  context: TransitionContext,
  tx: MerchantTx,
  id: string,
  { action, from, to }: { action: 'opened' | (typeof ACTIONS)[keyof typeof ACTIONS]; from: string | null; to: string },
) =>
  recordAudit(context, tx, {
    action: `deposit_va.${action}`,
    object_type: 'deposit_va',
    object_id: id,
    before: from === null ? null : { status: from },
    after: { status: to },
  });

/** Opens or closes the deposit VA at the bank, by its status. Holds no lock during the request. */
export async function syncAtBank(deps: BankDeps, merchant_id: string, id: string): Promise<BankResult> {
  const va = await asMerchant(deps.db, merchant_id, (tx) => findVa(tx, { id }));
  if (va === undefined) throw new Error(`Deposit VA ${id} not found`);
  if (va.status === 'opening') return openAtBank(deps, merchant_id, va);
  if (va.status === 'closed' && !va.is_closed_at_bank) return closeAtBank(deps, merchant_id, va);
  return va.status === 'failed' ? 'refused' : 'done';
}

/** The bank's representation of a deposit VA. */
export const buildDepositVaRequest = (
  va: Pick<VaRow, 'va_number' | 'bank' | 'holder_name' | 'trx_id'>,
): VaCreateRequest => ({
  ...toVaFields(va.va_number, getVaBank(va.bank).company_code),
  virtualAccountName: va.holder_name,
  trxId: va.trx_id,
  virtualAccountTrxType: VA_TRX_TYPES.open,
  additionalInfo: { isReusable: true },
});

async function openAtBank(deps: BankDeps, merchant_id: string, va: VaRow): Promise<BankResult> {
  const bank = await getCollectionBank(deps, merchant_id, va);
  const outcome = await bank.createVa(buildDepositVaRequest(va));
  return asMerchant(deps.db, merchant_id, async (tx) => {
    await insertRailLog(tx, toRailObject(va), outcome.message);
    const now = await lockVa(tx, { id: va.id });
    // The status changed meanwhile, through a concurrent request or a reopening.
    if (now === undefined || now.status !== 'opening' || now.trx_id !== va.trx_id) return 'done';
    if (outcome.kind === 'unreachable') return 'unreachable';
    const change =
      outcome.kind === 'ok'
        ? ({ status: 'active' } as const)
        : ({ status: 'failed', failure_message: outcome.detail.slice(0, 200) } as const);
    await transitionVa(tx, now, { ...change, updated_at: deps.clock.now() });
    await publishLiveEvents(tx, { topic: 'deposit-va', id: va.id, change: 'updated' });
    return outcome.kind === 'ok' ? 'done' : 'refused';
  });
}

async function closeAtBank(deps: BankDeps, merchant_id: string, va: VaRow): Promise<BankResult> {
  const fields = toVaFields(va.va_number, getVaBank(va.bank).company_code);
  const bank = await getCollectionBank(deps, merchant_id, va);
  const outcome = await bank.deleteVa({ ...fields, trxId: va.trx_id });
  return asMerchant(deps.db, merchant_id, async (tx) => {
    await insertRailLog(tx, toRailObject(va), outcome.message);
    const now = await lockVa(tx, { id: va.id });
    if (now === undefined || now.status !== 'closed' || now.trx_id !== va.trx_id) return 'done';
    if (outcome.kind === 'unreachable') return 'unreachable';
    // If the bank does not know the number, there is nothing to close.
    await transitionVa(tx, now, { status: 'closed', is_closed_at_bank: true, updated_at: deps.clock.now() });
    return 'done';
  });
}

export const toRailObject = ({ id }: Pick<VaRow, 'id'>) => ({ object_type: 'deposit_va', object_id: id });
