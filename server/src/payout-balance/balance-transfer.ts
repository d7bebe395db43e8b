/** Moves settled money to the payout balance: one person asks, another approves, and no race takes more than is there. */
import type { Rupiah } from '@dasbor/contract/money';
import { recordAudit } from '../audit/record.ts';
import { newId } from '../db/new-id.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import type { MerchantTx } from '../db/tx.ts';
import { Problem, notFound } from '../http/problem.ts';
import { BelowFloorError, getBalance, postWithFloor } from '../ledger/balance.ts';
import { getAccountId } from '../ledger/payment.ts';
import { enqueueAlertCheck } from './alert-queries.ts';
import {
  type Requester,
  getAccounts,
  findKeyCreator,
  insertTransfer,
  lockTransfer,
  transitionTransfer,
} from './transfer-queries.ts';
import { BALANCE_TRANSFER_TRANSITIONS } from './rules.ts';

/** Who does it, from where, and when. */
export interface ActionContext {
  actor: Requester;
  ip: string | null;
  now: Date;
}

const buildInsufficientBalance = () =>
  new Problem(422, 'insufficient_balance', 'The settled balance does not hold this amount.');

/** Asks for a move; answers its id. Refuses with 422 `insufficient_balance` what could not be approved now either. */
export async function requestTransfer(tx: MerchantTx, amount: Rupiah, act: ActionContext): Promise<string> {
  const accounts = await getAccounts(tx);
  if ((await getBalance(tx, getAccountId(accounts, 'available'))) < amount) throw buildInsufficientBalance();
  const id = newId('balance_transfer', act.now);
  await insertTransfer(tx, { id, amount, by: act.actor, created_at: act.now });
  await recordDecision(tx, 'balance_move.requested', id, null, { status: 'pending', amount }, act);
  await publishLiveEvents(tx, { topic: 'balance', id, change: 'created' });
  return id;
}

/**
 * Approves a move and posts it. Throws 404; refuses with 409 `not_pending`, 422 `self_approval` and
 * `insufficient_balance` (the move then goes on waiting).
 */
export async function approveTransfer(
  tx: MerchantTx,
  id: string,
  remark: string | null,
  act: ActionContext,
): Promise<void> {
  const { now, actor: by } = act;
  const move = await lockPending(tx, id, 'approved');
  const is_own_key =
    move.requested_by_type === 'api_key' && (await findKeyCreator(tx, move.requested_by_id)) === by.name;
  if (move.requested_by_id === by.id || is_own_key) {
    throw new Problem(422, 'self_approval', 'Somebody else must approve what you asked for.');
  }
  const decided = { decided_by_id: by.id, decided_by_name: by.name, decided_at: now, remark };
  await transitionTransfer(tx, move, { status: 'approved', updated_at: now, ...decided });
  await postTransfer(tx, id, move.amount, now);
  await transitionTransfer(tx, { id, status: 'approved' }, { status: 'posted', updated_at: now });
  await recordDecision(tx, 'balance_move.approved', id, { status: 'pending' }, { status: 'posted', remark }, act);
  await publishLiveEvents(
    tx,
    { topic: 'balance', id, change: 'updated' },
    { topic: 'deposit-va', id: null, change: 'updated' },
  );
  await enqueueAlertCheck(tx);
}

/** Rejects a move. Throws 404; refuses with 409 `not_pending`. */
export async function rejectTransfer(tx: MerchantTx, id: string, remark: string, act: ActionContext): Promise<void> {
  const { now, actor: by } = act;
  const move = await lockPending(tx, id, 'rejected');
  const decided = { decided_by_id: by.id, decided_by_name: by.name, decided_at: now, remark };
  await transitionTransfer(tx, move, { status: 'rejected', updated_at: now, ...decided });
  await recordDecision(tx, 'balance_move.rejected', id, { status: 'pending' }, { status: 'rejected', remark }, act);
  await publishLiveEvents(tx, { topic: 'balance', id, change: 'updated' });
}

async function lockPending(tx: MerchantTx, id: string, to: 'approved' | 'rejected') {
  const move = await lockTransfer(tx, id);
  if (move === undefined) throw notFound();
  if (!BALANCE_TRANSFER_TRANSITIONS[move.status].includes(to)) {
    throw new Problem(409, 'not_pending', 'This move has been decided already.');
  }
  return move;
}

async function postTransfer(tx: MerchantTx, id: string, amount: Rupiah, posted_at: Date): Promise<void> {
  const accounts = await getAccounts(tx);
  const transfer = {
    kind: 'balance_move',
    debit_account: getAccountId(accounts, 'available'),
    credit_account: getAccountId(accounts, 'payout'),
    amount,
    reference_type: 'balance_move',
    reference_id: id,
  };
  try {
    await postWithFloor(tx, { posted_at, transfers: [transfer] });
  } catch (error) {
    if (error instanceof BelowFloorError) throw buildInsufficientBalance();
    throw error;
  }
}

const recordDecision = (
  tx: MerchantTx,
  action: string,
  id: string,
  before: unknown,
  after: unknown,
  { actor: by, ip, now }: ActionContext,
) => recordAudit(tx, { at: now, actor: by, ip, action, object_type: 'balance_move', object_id: id, before, after });
