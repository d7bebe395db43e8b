/**
 * Seeded simulation of disbursements against a model bank that remembers what it executed: random requests, decisions,
 * cancellations, top-ups, time, misbehaviour of the bank and processes that die before or after the call. At the end the
 * bank's list is ours, nobody was paid twice, and nothing is left reserved. Each seed has its own database, so that it can
 * be replayed: `SEEDS=10000` runs the long form, `SEED=42 SEEDS=1` one seed.
 */
import {
  approveDisbursement,
  cancelDisbursement,
  createDisbursement,
  rejectDisbursement,
} from '@dasbor/contract/disbursement';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MODEL_OUTCOMES, type ModelBank, type ModelTransfer, startWithModelBank } from '../../test/model-bank.ts';
import { readBalances, topUpPayout } from '../../test/payout-fixture.ts';
import type { TestApp, TestClient } from '../../test/test-app.ts';
import { asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { JOBS } from '../jobs/registry.ts';
import { verifyLedger } from '../ledger/verifier.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';

const { merchant_id } = KOPI_NUSANTARA;
const FIRST_SEED = Number(process.env.SEED ?? 1);
const SEEDS = Number(process.env.SEEDS ?? 2);
const STEPS = 60;
/** More than any transfer needs until it has ended: each pass moves the clock by seven minutes. */
const PASSES_MAX = 40;
/** Passes after everything has ended: nothing may be sent again. */
const IDLE_PASSES = 3;
const OUTCOMES = MODEL_OUTCOMES.filter((outcome) => outcome !== 'wrong_amount');

let t: TestApp;
let model: ModelBank;
let finance: TestClient;
let approver: TestClient;
let count = 0;

beforeEach(async () => {
  ({ t, model } = await startWithModelBank());
  count = 0;
  await signIn();
});
afterEach(() => t.close());

async function signIn(): Promise<void> {
  finance = await t.signIn('finance@kopi.example');
  approver = await t.signIn('approver@kopi.example');
}

/** Numbers in [0, 1) from a seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const headers = () => ({ 'idempotency-key': `simulated-${++count}` });
const run = (name: string, deps: Deps = t.deps) => JOBS.find((job) => job.name === name)!.run(deps, {});

const listRows = () =>
  asMerchant(t.deps.db, merchant_id, (tx) =>
    tx.sql
      .selectFrom('disbursement')
      .select(['id', 'status', 'partner_reference_no', 'amount', 'total_amount', 'reserved_at', 'released_at'])
      .where('merchant_id', '=', merchant_id)
      .orderBy('id')
      .execute(),
  );

async function act(random: () => number, outcome: () => (typeof OUTCOMES)[number]): Promise<void> {
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  const roll = random();
  if (roll < 0.3) {
    const body = { bank_code: pick(['014', '008', '036']), account_no: `80100${Math.floor(random() * 20) + 10_000}` };
    const schedule = random() < 0.2 ? { schedule_at: new Date(t.clock.now().getTime() + 300_000).toISOString() } : {};
    const amount = Math.floor(random() * 90_000) + 1;
    await finance.call(createDisbursement, {
      body: { ...body, ...schedule, amount, merchant_reference: `SIM-${++count}` },
      headers: headers(),
    });
    return;
  }
  const id = pick((await listRows()).filter(({ status }) => status === 'pending_approval'))?.id;
  if (roll < 0.55 && id !== undefined) {
    const call = { params: { id }, headers: headers() };
    if (random() < 0.9) await approver.call(approveDisbursement, { ...call, body: {} });
    else await approver.call(rejectDisbursement, { ...call, body: { reason: 'simulated' } });
  } else if (roll < 0.6) {
    const any = pick(await listRows())?.id;
    if (any !== undefined)
      await finance.call(cancelDisbursement, { params: { id: any }, body: {}, headers: headers() });
  } else if (roll < 0.65) {
    await topUpPayout(t, merchant_id, Math.floor(random() * 300_000) + 1);
  } else if (roll < 0.7) {
    model.setOffline(random() < 0.5);
  } else if (roll < 0.8) {
    await killDuringSend(random() < 0.5);
  } else {
    model.setChooser(outcome);
    t.clock.advance(Math.floor(random() * 120_000));
    await Promise.all([run('sweep_disbursements'), run('sweep_disbursements'), run('sweep_bank_transfers')]);
  }
}

/** A process that dies before or after the bank has received the transfer. */
async function killDuringSend(is_after: boolean): Promise<void> {
  const { bank } = t.deps;
  const dying: Deps = {
    ...t.deps,
    bank: {
      ...bank,
      transfer: async (transfer) => {
        if (is_after) await bank.transfer(transfer);
        throw new Error('killed');
      },
    },
  };
  await run('sweep_disbursements', dying);
}

/** The bank behaves, and time passes until nothing is open any more. */
async function settle(): Promise<void> {
  model.setOffline(false);
  model.setChooser(() => 'success');
  await topUpPayout(t, merchant_id, 10_000_000);
  let idle = 0;
  for (let passed = 0; passed < PASSES_MAX; passed++) {
    t.clock.advance(400_000);
    await run('sweep_disbursements');
    await run('sweep_bank_transfers');
    idle = (await hasConverged()) ? idle + 1 : 0;
    if (idle > IDLE_PASSES) return;
  }
}

/** Whether nothing is open and every transfer of the bank has the status that it came to there. */
async function hasConverged(): Promise<boolean> {
  const rows = await listRows();
  const statuses = new Map(rows.map(({ partner_reference_no, status }) => [partner_reference_no, status]));
  const isKnown = (transfer: ModelTransfer) =>
    model.isPaid(transfer) === (statuses.get(transfer.partner_reference_no) === 'success');
  return listOpen(rows).length === 0 && model.executed.every(isKnown);
}

const listOpen = (rows: Awaited<ReturnType<typeof listRows>>) =>
  rows.filter(({ status }) => ['approved', 'queued', 'processing', 'unknown'].includes(status));

test.each(Array.from({ length: SEEDS }, (_, index) => FIRST_SEED + index))('seed %s', async (seed) => {
  const random = createRandom(seed);
  const outcome = () => OUTCOMES[Math.floor(random() * OUTCOMES.length)] ?? 'success';
  await topUpPayout(t, merchant_id, 400_000);
  for (let step = 0; step < STEPS; step++) await act(random, outcome);
  await settle();

  const rows = await listRows();
  const by_reference = new Map(rows.map((row) => [row.partner_reference_no, row]));
  const references = model.executed.map(({ partner_reference_no }) => partner_reference_no);
  expect(new Set(references).size, 'nobody is paid twice').toBe(references.length);
  for (const transfer of model.executed) {
    const row = by_reference.get(transfer.partner_reference_no);
    expect(row?.amount, 'what the bank executed is ours').toBe(transfer.amount);
    expect([row?.id, model.isPaid(transfer), row?.status === 'success']).toEqual([
      row?.id,
      model.isPaid(transfer),
      model.isPaid(transfer),
    ]);
  }
  const paid = rows
    .filter(({ status }) => status === 'success')
    .map(({ partner_reference_no }) => partner_reference_no);
  expect(
    paid.filter((reference) => !references.includes(reference)),
    'nothing is paid but by the bank',
  ).toEqual([]);
  expect(listOpen(rows)).toEqual([]);
  const balances = await readBalances(t, merchant_id);
  expect(balances.payout_reserved, 'nothing is left reserved').toBe(0);
  const standing = rows.filter(({ status }) => status === 'success').reduce((sum, { amount }) => sum + amount, 0);
  expect(balances.bank_clearing, 'money at the bank is money in the ledger').toBe(standing);
  expect((await verifyLedger(t.deps.db)).discrepancies).toEqual([]);
});
