/** Runs steps of the model of approvals against the application, and compares both after each of them. */
import { createApiKey, rollApiKey } from '@dasbor/contract/api-settings';
import { type ApprovalTier, approveRequest, rejectRequest } from '@dasbor/contract/approval';
import type pg from 'pg';
import { expect } from 'vitest';
import { KOPI_NUSANTARA } from '../src/sandbox/people.ts';
import {
  DEFAULT_TIERS,
  MODEL_KINDS,
  MODEL_KIND_NAMES,
  type ModelKindName,
  type ModelPerson,
  type ModelRequest,
  countMissing,
  findModelTier,
  isProviderPerson,
  mayDecide,
  mayStop,
  mayWithdraw,
} from './approval-model.ts';
import { PROVIDER_ROUTES, REQUEST_KIND, SUBJECT_ROUTES, nextKey, runJob } from './approval-model-requests.ts';
import type { ModelActor, ModelStep } from './approval-model-steps.ts';
import type { TestApp, TestClient } from './test-app.ts';

const { merchant_id } = KOPI_NUSANTARA;
const AMOUNTS = { small: 10_000, large: 60_000 };
const SECOND_TIER_FROM = 50_000;

export interface ModelWorld {
  t: TestApp;
  owner: pg.Client;
  people: Record<ModelPerson, TestClient>;
  user_ids: Record<ModelPerson, string>;
  /** Checked account of refunds. */
  account_check_id: string;
}

interface Generation {
  id: string;
  client: TestClient;
  /** Who made it, or one of the generations before it. */
  owners: ModelPerson[];
}

export interface ModelRun {
  world: ModelWorld;
  keys: Generation[];
  /** Who holds all levels of the key, and so may roll it. */
  rollers: readonly ModelPerson[];
  tiers: Record<ModelKindName, ApprovalTier[]>;
  requests: ModelRequest[];
  /** Payout accounts that a later one replaced. */
  replaced: Set<ModelRequest>;
}

const KEY_ROLLERS = ['owner', 'second_owner', 'admin'] as const;
let count = 0;

/** A strong key may also hold the level `approve` on disbursements, which an admin lacks. */
export async function startRun(world: ModelWorld, is_strong: boolean): Promise<ModelRun> {
  await world.owner.query('delete from app.approval_policy');
  await world.owner.query(`update app.api_key set revoked_at = now() where revoked_at is null`);
  const access = [
    { group: 'Refunds', access: 'approve' },
    { group: 'Deposit VA', access: 'manage' },
    { group: 'Disbursements', access: is_strong ? 'approve' : 'manage' },
  ];
  const { data } = await world.people.owner.ok(createApiKey, { body: { name: 'ERP', access } });
  return {
    world,
    keys: [{ id: data.id, client: world.t.client(`Bearer ${data.secret}`), owners: ['owner'] }],
    rollers: is_strong ? ['owner', 'second_owner'] : KEY_ROLLERS,
    tiers: Object.fromEntries(MODEL_KIND_NAMES.map((kind) => [kind, DEFAULT_TIERS])) as never,
    requests: [],
    replaced: new Set(),
  };
}

export async function runStep(run: ModelRun, step: ModelStep): Promise<void> {
  if (step.do === 'policy') return savePolicy(run, step);
  if (step.do === 'roll') return rollKey(run, pick(run.rollers, step.by));
  if (step.do === 'request') return request(run, step);
  if (run.requests.length === 0) return;
  const it = pick(run.requests, step.at);
  if (step.do === 'expire') return expire(run, it, step.approve);
  return decide(run, it, step);
}

const pick = <T>(from: readonly T[], at: number): T => from[at % from.length]!;

export async function savePolicy(
  { world: { owner, user_ids }, tiers: all }: ModelRun,
  { kind, tiers }: Extract<ModelStep, { do: 'policy' }>,
): Promise<void> {
  if (!MODEL_KINDS[kind].has_policy) return;
  // Payout accounts have no amount, so one tier.
  const saved = tiers.slice(0, kind === 'payout_account' ? 1 : 2).map(({ required, roles, people }, index) => ({
    amount_from: index * SECOND_TIER_FROM,
    approvals_required: required,
    roles,
    user_ids: people.map((person) => user_ids[person]),
  }));
  // Saved past the route, which refuses a policy that too few people could approve.
  await owner.query(
    `insert into app.approval_policy (merchant_id, id, subject_type, version, tiers, expires_after_hours, changed_by_id,
       changed_by, changed_at)
     select $1, 'apo_' || $2, $3, coalesce(max(version), 0) + 1, $4, 72, 'usr_x', 'x', now()
     from app.approval_policy where merchant_id = $1 and subject_type = $3`,
    [merchant_id, String(++count), kind, JSON.stringify(saved)],
  );
  all[kind] = saved;
}

async function rollKey({ world: { t, people }, keys }: ModelRun, by: ModelPerson): Promise<void> {
  const last = keys.at(-1)!;
  const { data } = await people[by].ok(rollApiKey, { params: { id: last.id }, body: { overlap_hours: 24 } });
  keys.push({ id: data.id, client: t.client(`Bearer ${data.secret}`), owners: [...new Set([...last.owners, by])] });
}

async function request(
  run: ModelRun,
  { kind, by, generation, is_large }: Extract<ModelStep, { do: 'request' }>,
): Promise<void> {
  const { t, owner, people, account_check_id } = run.world;
  const { requesters, is_for_keys } = MODEL_KINDS[kind];
  const person = pick<ModelPerson>(requesters, by);
  const key = generation === null || !is_for_keys ? null : pick(run.keys, generation);
  const amount = is_large ? AMOUNTS.large : AMOUNTS.small;
  t.clock.advance(1);
  const subject_id = await REQUEST_KIND[kind]({ t, by: key?.client ?? people[person], amount, account_check_id });
  const { rows } = await owner.query<{ id: string }>(
    `select id from app.approval_request where subject_id = $1 and status = 'pending'`,
    [subject_id],
  );
  expect(rows).toHaveLength(1);
  if (kind === 'payout_account') replaceAccounts(run);
  run.requests.push({
    kind,
    id: rows[0]!.id,
    subject_id,
    owners: key?.owners ?? [person],
    tier: findModelTier(run.tiers[kind], kind === 'payout_account' ? 0 : amount),
    approved_by: new Set(),
    status: 'pending',
    is_stopped: false,
  });
}

/** A new payout account takes the place of the one before it. */
function replaceAccounts({ requests, replaced }: ModelRun): void {
  for (const it of requests) {
    if (it.kind !== 'payout_account') continue;
    if (it.status === 'pending' || (it.status === 'approved' && !it.is_stopped)) replaced.add(it);
    if (it.status === 'pending') it.status = 'cancelled';
    it.is_stopped = true;
  }
}

/** Who acts on a request of a kind. */
const resolve = (kind: ModelKindName, actor: ModelActor): Resolved =>
  typeof actor === 'object' && 'approver' in actor
    ? pick<ModelPerson>(MODEL_KINDS[kind].approvers, actor.approver)
    : actor;

type Resolved = ModelPerson | { generation: number };
const isPerson = (actor: Resolved): actor is ModelPerson => typeof actor === 'string';

/** Sends a decision, from the list of approvals or at the subject. Returns whether it was accepted. */
async function send(
  { world: { people }, keys }: ModelRun,
  it: ModelRequest,
  { by, is_approval, is_through_subject }: { by: Resolved; is_approval: boolean; is_through_subject: boolean },
): Promise<boolean> {
  const client = isPerson(by) ? people[by] : pick(keys, by.generation).client;
  const is_provider = isPerson(by) && isProviderPerson(by);
  // The provider decides accounts at their merchant only.
  const routes = is_provider ? PROVIDER_ROUTES[it.kind] : is_through_subject ? SUBJECT_ROUTES[it.kind] : undefined;
  const route = routes?.[is_approval ? 'approve' : 'reject'] ?? (is_approval ? approveRequest : rejectRequest);
  const id = routes === undefined ? it.id : it.subject_id;
  // These two routes take no body.
  const has_body = !(routes !== undefined && it.kind === 'payout_account');
  const reason = it.kind === 'balance_transfer' && routes !== undefined ? { remark: 'No' } : { reason: 'No' };
  const body = is_approval ? {} : reason;
  const answer = await client.call(route, {
    params: { id, merchant_id },
    ...(has_body ? { body } : {}),
    headers: nextKey(),
  } as never);
  expect(answer.statusCode, answer.body).toBeLessThan(500);
  expect(answer.statusCode, answer.body).not.toBe(400);
  return answer.statusCode === 200;
}

/** Decisions that race: each approval that the model allows counts once, until enough people approved or one rejected. */
async function decide(
  run: ModelRun,
  it: ModelRequest,
  { is_through_subject, ...step }: Extract<ModelStep, { do: 'decide' }>,
): Promise<void> {
  const approve = step.approve.map((actor) => resolve(it.kind, actor));
  const reject = step.reject === null ? null : resolve(it.kind, step.reject);
  const { user_ids } = run.world;
  // A person who does both is left out: either of the two may win.
  const rejecter = reject !== null && approve.includes(reject) ? null : reject;
  const allowed = new Set(approve.filter(isPerson).filter((person) => mayDecide(it, person, user_ids)));
  const missing = countMissing(it);
  const by = rejecter !== null && isPerson(rejecter) ? rejecter : null;
  const is_withdrawal = by !== null && mayWithdraw(it, by);
  const may_close = by !== null && (is_withdrawal || mayDecide(it, by, user_ids));
  const may_stop = by !== null && mayStop(it, by);
  const may_stop_after = by !== null && mayStop({ ...it, status: 'approved' }, by);
  const [is_rejected, ...answers] = await Promise.all([
    rejecter === null ? false : send(run, it, { by: rejecter, is_approval: false, is_through_subject }),
    ...approve.map((actor) => send(run, it, { by: actor, is_approval: true, is_through_subject })),
  ]);
  const accepted = approve.filter((_actor, index) => answers[index]) as ModelPerson[];
  expect(accepted.every((person) => allowed.has(person))).toBe(true);
  expect(new Set(accepted).size).toBe(accepted.length);
  for (const person of accepted) it.approved_by.add(person);
  const is_complete = it.status === 'pending' && accepted.length === missing;
  if (is_complete) it.status = 'approved';
  if (is_rejected) {
    // Of an account that the same race approved, the rejection stops it.
    expect(is_complete ? may_stop_after : may_close || may_stop).toBe(true);
    if (is_complete || may_stop) it.is_stopped = true;
    else it.status = is_withdrawal ? 'cancelled' : 'rejected';
    if (!is_complete) expect(accepted.length).toBeLessThan(Math.max(missing, 1));
    return;
  }
  // Nothing that the model allows is refused, unless the last approval came first.
  if (may_close) expect(is_complete && it.kind !== 'payout_account').toBe(true);
  expect(may_stop).toBe(false);
  expect(accepted, JSON.stringify({ ...it, approve, rejecter })).toHaveLength(Math.min(missing, allowed.size));
}

/** From its expiry on nobody approves a request, also before the job closes it. */
async function expire(run: ModelRun, it: ModelRequest, approve: readonly ModelActor[]): Promise<void> {
  const { t, owner } = run.world;
  await owner.query('update app.approval_request set expires_at = $2 where id = $1', [it.id, t.clock.now()]);
  const answers = await Promise.all(
    approve.map((actor) =>
      send(run, it, { by: resolve(it.kind, actor), is_approval: true, is_through_subject: false }),
    ),
  );
  expect(answers).not.toContain(true);
  await Promise.all([runJob(t, 'expire_approvals'), runJob(t, 'expire_approvals')]);
  if (it.status === 'pending') it.status = 'expired';
}
