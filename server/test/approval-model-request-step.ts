/** Requests of the model of approvals, within the limits of a day. */
import { toBusinessDay } from '@dasbor/contract/time';
import { expect } from 'vitest';
import {
  MODEL_KINDS,
  MODEL_KIND_NAMES,
  type ModelKindName,
  type ModelPerson,
  type ModelRequest,
  findModelTier,
  listWithinLimits,
} from './approval-model.ts';
import { REQUEST_KIND } from './approval-model-requests.ts';
import { ATTEMPTS_MAX, type ModelRun, pick } from './approval-model-state.ts';
import type { ModelStep } from './approval-model-steps.ts';
import { hasModelObjects } from './approval-model-objects.ts';

const AMOUNTS = { small: 10_000, large: 60_000 };
let days = 0;

/** Moves what was requested today to a day before: the clock stays, because sessions end with it. */
export async function startNextDay({ context: { owner, t }, used }: ModelRun): Promise<void> {
  await owner.query('update app.approval_usage set day = day - $1::int where day = $2', [
    ++days,
    toBusinessDay(t.clock.now()),
  ]);
  used.clear();
}

/** The other kind that shares a limit, or the kind itself. */
const findPartner = (kind: ModelKindName): ModelKindName =>
  MODEL_KIND_NAMES.find(
    (other) => other !== kind && MODEL_KINDS[other].limit_group === MODEL_KINDS[kind].limit_group,
  ) ?? kind;

/** Requests as a step says, and adds what was accepted to the run. */
export async function request(run: ModelRun, step: Extract<ModelStep, { do: 'request' }>): Promise<void> {
  const { by, generation, is_large } = step;
  const kind = pick(run.kinds, step.kind);
  const { t, people, account_check_id, objects } = run.context;
  const { requesters, is_for_keys, limit_group } = MODEL_KINDS[kind];
  const person = pick<ModelPerson>(requesters, by);
  const key = generation === null || !is_for_keys ? null : pick(run.keys, generation);
  const amount = is_large ? AMOUNTS.large : AMOUNTS.small;
  const again = step.is_again ? findUnapproved(run, kind) : null;
  if (again === null && !hasModelObjects(objects, kind)) return;
  t.clock.advance(1);
  const kinds = step.is_double && limit_group !== null ? [kind, findPartner(kind)] : [kind];
  const client = key?.client ?? people[person];
  const answers = await Promise.allSettled(
    kinds.map((each) =>
      retryUnavailable(() => REQUEST_KIND[each]({ t, by: client, amount, account_check_id, objects, again })),
    ),
  );
  const used_by = `${limit_group} ${key?.maker ?? person}`;
  const used = run.used.get(used_by) ?? 0;
  for (const answer of answers) {
    if (answer.status === 'rejected' && !String(answer.reason).includes('daily_limit_exceeded')) throw answer.reason;
  }
  // Requests at once take turns, in either order.
  const within = listWithinLimits(run.limits, kinds, { used, amount });
  const reversed = listWithinLimits(run.limits, kinds.toReversed(), { used, amount }).toReversed();
  const accepted = answers.map(({ status }) => status === 'fulfilled');
  expect([within, reversed], JSON.stringify({ kinds, used, amount, limits: run.limits })).toContainEqual(accepted);
  run.used.set(used_by, used + amount * accepted.filter(Boolean).length);
  for (const [index, answer] of answers.entries()) {
    if (answer.status === 'rejected') continue;
    await addRequest(run, { kind: kinds[index]!, subject_id: answer.value, amount, owners: key?.owners ?? [person] });
  }
}

/** Requests again what a busy machine refused for now; nothing of it has happened. */
async function retryUnavailable<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; tries < ATTEMPTS_MAX; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!String(error).includes('answered 503')) throw error;
    }
  }
  return work();
}

/** A subject whose last request was not approved, if its kind can be requested again. */
function findUnapproved({ requests }: ModelRun, kind: ModelKindName): string | null {
  if (!MODEL_KINDS[kind].is_repeatable) return null;
  const last = new Map(requests.filter((it) => it.kind === kind).map((it) => [it.subject_id, it.status]));
  const found = [...last].find(([, status]) => status !== 'pending' && status !== 'approved');
  return found?.[0] ?? null;
}

async function addRequest(
  run: ModelRun,
  { kind, subject_id, amount, owners }: Pick<ModelRequest, 'kind' | 'subject_id' | 'owners'> & { amount: number },
): Promise<void> {
  const { rows } = await run.context.owner.query<{ id: string }>(
    `select id from app.approval_request where subject_id = $1 and status = 'pending'
     union all select 'apr_' || right(id, 26) from app.bank_write_off where line_id = $1 and status = 'pending'`,
    [subject_id],
  );
  expect(rows).toHaveLength(1);
  if (kind === 'payout_account') replaceAccounts(run);
  run.requests.push({
    kind,
    id: rows[0]!.id,
    subject_id,
    owners,
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
