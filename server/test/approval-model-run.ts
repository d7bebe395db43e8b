/** Runs steps of the model of approvals against the application, and compares both after each of them. */
import { rollApiKey } from '@dasbor/contract/api-settings';
import { approveRequest, rejectRequest } from '@dasbor/contract/approval';
import { expect } from 'vitest';
import { KOPI_NUSANTARA } from '../src/sandbox/people.ts';
import {
  MODEL_KINDS,
  type ModelKindName,
  type ModelPerson,
  type ModelRequest,
  canDecide,
  canStop,
  canWithdraw,
  countMissing,
  isProviderPerson,
} from './approval-model.ts';
import { nextKey } from './approval-model-keys.ts';
import { PROVIDER_ROUTES, SUBJECT_ROUTES, buildSubjectBody, runJob } from './approval-model-requests.ts';
import { request, startNextDay } from './approval-model-request-step.ts';
import { ATTEMPTS_MAX, type ModelRun, pick } from './approval-model-state.ts';
import type { ModelActor, ModelStep } from './approval-model-steps.ts';

const { merchant_id } = KOPI_NUSANTARA;
const SECOND_TIER_FROM = 50_000;
let count = 0;

export async function runStep(run: ModelRun, step: ModelStep): Promise<void> {
  if (step.do === 'policy') return savePolicy(run, step);
  if (step.do === 'roll') return rollKey(run, pick(run.rollers, step.by));
  if (step.do === 'request') return request(run, step);
  if (step.do === 'next_day') return startNextDay(run);
  if (run.requests.length === 0) return;
  const open = run.requests.filter(({ status }) => status === 'pending');
  // Most steps are about what still waits.
  const it = pick(step.at % 4 === 0 || open.length === 0 ? run.requests : open, step.at);
  if (step.do === 'expire') return expire(run, it, step.approve);
  // A subject knows its last request only.
  const last = run.requests.findLast(({ subject_id }) => subject_id === it.subject_id) ?? it;
  return decide(run, step.is_through_subject ? last : it, step);
}

export async function savePolicy(
  { context: { owner, user_ids }, tiers: all, limits }: ModelRun,
  { kind, tiers, daily_limit }: Extract<ModelStep, { do: 'policy' }>,
): Promise<void> {
  if (!MODEL_KINDS[kind].has_policy) return;
  // Payout accounts have no amount, so one tier.
  const saved = tiers.slice(0, kind === 'payout_account' ? 1 : 2).map(({ required, roles, people }, index) => ({
    amount_from: index * SECOND_TIER_FROM,
    approvals_required: required,
    roles,
    user_ids: people.map((person) => user_ids[person]),
  }));
  const saved_limit = MODEL_KINDS[kind].limit_group === null ? null : daily_limit;
  // Saved past the route, which refuses a policy that too few people could approve.
  await owner.query(
    `insert into app.approval_policy (merchant_id, id, subject_type, version, tiers, daily_limit, expires_after_hours,
       changed_by_id, changed_by, changed_at)
     select $1, 'apo_' || $2, $3, coalesce(max(version), 0) + 1, $4, $5, 72, 'usr_x', 'x', now()
     from app.approval_policy where merchant_id = $1 and subject_type = $3`,
    [merchant_id, String(++count), kind, JSON.stringify(saved), saved_limit],
  );
  all[kind] = saved;
  limits[kind] = saved_limit;
}

async function rollKey({ context: { t, people }, keys }: ModelRun, by: ModelPerson): Promise<void> {
  const last = keys.at(-1)!;
  const { data } = await people[by].ok(rollApiKey, { params: { id: last.id }, body: { overlap_hours: 24 } });
  keys.push({
    id: data.id,
    client: t.client(`Bearer ${data.secret}`),
    owners: [...new Set([...last.owners, by])],
    maker: by,
  });
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
  { context: { people }, keys }: ModelRun,
  it: ModelRequest,
  { by, is_approval, is_through_subject }: { by: Resolved; is_approval: boolean; is_through_subject: boolean },
): Promise<boolean> {
  const client = isPerson(by) ? people[by] : pick(keys, by.generation).client;
  const is_provider = isPerson(by) && isProviderPerson(by);
  const at_merchant = is_provider ? PROVIDER_ROUTES[it.kind] : undefined;
  const routes = at_merchant ?? (is_through_subject ? SUBJECT_ROUTES[it.kind] : undefined);
  const route = routes?.[is_approval ? 'approve' : 'reject'] ?? (is_approval ? approveRequest : rejectRequest);
  const id = routes === undefined ? it.id : it.subject_id;
  const body = routes === undefined ? (is_approval ? {} : { reason: 'No' }) : buildSubjectBody(it.kind, is_approval);
  const input = { params: { id, merchant_id }, ...(body === undefined ? {} : { body }), headers: nextKey() };
  let answer = await client.call(route, input as never);
  // A lock that a busy machine holds for too long: the answer asks to try again.
  for (let tries = 0; answer.statusCode === 503 && tries < ATTEMPTS_MAX; tries++) {
    answer = await client.call(route, input as never);
  }
  expect(answer.statusCode, answer.body).toBeLessThan(500);
  expect(answer.statusCode, answer.body).not.toBe(400);
  // The same person again: nothing changes.
  return answer.statusCode === 200 && answer.headers['idempotent-replayed'] === undefined;
}

/** Decisions that race: each approval that the model allows counts once, until enough people approved or one rejected. */
async function decide(
  run: ModelRun,
  it: ModelRequest,
  { is_through_subject, ...step }: Extract<ModelStep, { do: 'decide' }>,
): Promise<void> {
  const approve = step.approve.map((actor) => resolve(it.kind, actor));
  const reject = step.reject === null ? null : resolve(it.kind, step.reject);
  const { user_ids } = run.context;
  // A person who does both is left out: either of the two may win.
  const rejecter = reject !== null && approve.includes(reject) ? null : reject;
  const allowed = new Set(approve.filter(isPerson).filter((person) => canDecide(it, person, user_ids)));
  const missing = countMissing(it);
  const by = rejecter !== null && isPerson(rejecter) ? rejecter : null;
  const is_withdrawal = by !== null && canWithdraw(it, by);
  const may_close = by !== null && (is_withdrawal || canDecide(it, by, user_ids));
  const may_stop = by !== null && canStop(it, by);
  const may_stop_after = by !== null && canStop({ ...it, status: 'approved' }, by);
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
  if (!MODEL_KINDS[it.kind].has_expiry) return;
  const { t, owner } = run.context;
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
