/**
 * A model of approvals: whatever people and keys do, in whatever order and at once, no money moves without the approvals
 * of the policy that was in force at the request, given by different people and never by its requester. `MODEL_SEED` runs
 * other cases, `MODEL_RUNS` more of them.
 */
import { changeUserRole, listUsers } from '@dasbor/contract/user';
import { fc } from '@fast-check/vitest';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  MODEL_KIND_NAMES,
  MODEL_PEOPLE,
  MODEL_PERSONS,
  type ModelKindName,
  type ModelPerson,
} from '../../test/approval-model.ts';
import { assertMatchesModel, assertOnlyApprovedMoves, fundMerchant } from '../../test/approval-model-money.ts';
import { checkRefundAccount } from '../../test/approval-model-requests.ts';
import { createModelObjects } from '../../test/approval-model-objects.ts';
import { runStep, savePolicy } from '../../test/approval-model-run.ts';
import { type ModelContext, startRun } from '../../test/approval-model-state.ts';
import { modelPolicies, modelStep } from '../../test/approval-model-steps.ts';
import { type ModelBank, startWithModelBank } from '../../test/model-bank.ts';
import type { TestApp, TestClient } from '../../test/test-app.ts';
import { verifyLedger } from '../ledger/verifier.ts';
import { SANDBOX_USERS, getSandboxUserId } from '../sandbox/people.ts';

const SEED = Number(process.env['MODEL_SEED'] ?? 20_261_123);
const RUNS = Number(process.env['MODEL_RUNS'] ?? 20);

let t: TestApp;
let model: ModelBank;
let owner: pg.Client;
let context: ModelContext;
let run_count = 0;
/** Kinds of which a request was approved in any run: a model that drives nothing proves nothing. */
const approved_kinds = new Set<ModelKindName>();

beforeAll(async () => {
  ({ t, model } = await startWithModelBank());
  owner = new pg.Client({ connectionString: t.database.owner_url });
  await owner.connect();
  const superadmin = await t.signIn(MODEL_PEOPLE.owner.email);
  const { data: users } = await superadmin.ok(listUsers);
  const second = users.find(({ email }) => email === MODEL_PEOPLE.second_owner.email)!;
  await superadmin.ok(changeUserRole, { params: { id: second.id }, body: { role: 'superadmin' } });
  const user_ids = forEachPerson((person) =>
    getSandboxUserId(SANDBOX_USERS.findIndex(({ email }) => email === MODEL_PEOPLE[person].email)),
  );
  const everyone = await signInEveryone();
  context = { t, owner, user_ids, ...everyone, objects: await createModelObjects(t, owner, everyone.people) };
  await fundMerchant(t);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await owner?.end();
  await t?.close();
});

const forEachPerson = <T>(build: (person: ModelPerson) => T): Record<ModelPerson, T> =>
  Object.fromEntries(MODEL_PERSONS.map((person) => [person, build(person)])) as Record<ModelPerson, T>;

async function signInEveryone() {
  const clients = new Map<ModelPerson, TestClient>();
  for (const person of MODEL_PERSONS) clients.set(person, await t.signIn(MODEL_PEOPLE[person].email));
  const people = forEachPerson((person) => clients.get(person)!);
  return { people, account_check_id: await checkRefundAccount(people.finance) };
}

/** Rate limits count in the time of the machine: account names may be inquired ten times per minute. */
function passRateLimits(run_no: number): void {
  vi.spyOn(Date, 'now').mockImplementation(() => performance.timeOrigin + performance.now() + run_no * 61_000);
}

/** Every kind is among those of a few runs. */
const chooseKinds = (run_no: number): ModelKindName[] =>
  [0, 1, 2, 3].map((index) => MODEL_KIND_NAMES[(3 * run_no + index) % MODEL_KIND_NAMES.length]!);

const property = fc.asyncProperty(
  fc.boolean(),
  modelPolicies,
  fc.array(modelStep, { minLength: 20, maxLength: 40 }),
  async (is_strong, policies, steps) => {
    passRateLimits(++run_count);
    const executed_before = model.executed.length;
    const run = await startRun(context, { is_strong, kinds: chooseKinds(run_count) });
    for (const policy of policies) await savePolicy(run, policy);
    for (const step of steps) await runStep(run, step);
    await assertMatchesModel(run);
    for (const { kind, status } of run.requests) if (status === 'approved') approved_kinds.add(kind);
    await assertOnlyApprovedMoves(run, () => model.executed.slice(executed_before));
  },
);

test('domain 1.12: no money moves without the approvals of its policy, and never by its requester', async () => {
  await fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: true });
  expect([...approved_kinds].toSorted()).toEqual(MODEL_KIND_NAMES.toSorted());
  expect((await verifyLedger(t.deps.db)).discrepancies).toEqual([]);
}, 900_000);
