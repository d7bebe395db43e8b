/**
 * The audit log: insert-only, one hash chain per merchant. The hash of a row covers the previous hash, so that edited,
 * removed and reordered rows are detected. Appending locks the head, so the chain has no forks.
 */
import { createHash } from 'node:crypto';
import type { AuditResult } from '@dasbor/contract/audit';
import type { AuditAction } from '@dasbor/contract/audit-actions';
import type { MerchantTx } from '../db/tx.ts';
import type { Principal } from '../http/principal.ts';
import { canonicalJson } from '../http/canonical-json.ts';
import { maskSecrets } from './mask.ts';
import { insertEntry, insertHead, lockHead, updateHead } from './queries.ts';

export interface AuditActor {
  type: 'user' | 'api_key' | 'system' | 'provider';
  id: string | null;
  name: string | null;
  email?: string | null;
  role?: string | null;
  session_id?: string | null;
  user_agent?: string | null;
}

/** Requester, address and time of an action. */
export interface ActionContext {
  principal: Principal;
  ip: string | null;
  now: Date;
}

/** Actor, address and time: the context of a request, or of an action that a job also runs. */
export type AuditContext = { now: Date } & ({ principal: Principal } | { actor: AuditActor }) &
  ({ request: { ip: string } } | { ip: string | null });

export interface AuditEntry {
  action: AuditAction;
  /** One of contract/src/audit-objects.ts, which names it. */
  object_type: string;
  object_id: string | null;
  /** Why; without it, the `reason` of the state after. */
  reason?: string | null;
  /** State before and after; secrets are masked before they are stored. */
  before?: unknown;
  after?: unknown;
}

/** A refused attempt, under the code of its route (refusal.ts). */
export interface AuditAttempt extends Omit<AuditEntry, 'action'> {
  action: string;
  result: Exclude<AuditResult, 'ok'>;
}

/** The hashed columns of a row: all but `hash`. */
export interface AuditRow {
  /** 1: from before the email and what follows were stored. */
  version: number;
  merchant_id: string;
  seq: number;
  at: string;
  actor_type: AuditActor['type'];
  actor_id: string | null;
  actor_name: string | null;
  actor_email: string | null;
  actor_role: string | null;
  ip: string | null;
  user_agent: string | null;
  session_id: string | null;
  action: string;
  object_type: string;
  object_id: string | null;
  before: unknown;
  after: unknown;
  reason: string | null;
  /** null in rows from before results were stored. */
  result: AuditResult | null;
  prev_hash: string;
}

/** `prev_hash` of the first row of every chain. */
export const CHAIN_START = '0'.repeat(64);

/** Provider staff have no merchant, or read one. */
const isOfProvider = (principal: Principal): boolean =>
  principal.merchant_id === null || (principal.type === 'user' && principal.impersonation_ends_at !== undefined);

/** A principal as the actor of audit entries. */
export const toAuditActor = (principal: Principal): AuditActor => ({
  type: isOfProvider(principal) ? 'provider' : principal.type,
  id: principal.id,
  name: principal.name,
  user_agent: principal.user_agent ?? null,
  ...(principal.type === 'user'
    ? { email: principal.email, role: principal.role, session_id: principal.session_id }
    : {}),
});

/** Appends an action to the merchant's chain, in the transaction of the recorded change. */
export const recordAudit = (ctx: AuditContext, tx: MerchantTx, entry: AuditEntry): Promise<void> =>
  append(ctx, tx, { ...entry, result: 'ok' });

/** Appends a refused attempt to the merchant's chain, in a transaction of its own. */
export const recordAttempt = (ctx: AuditContext, tx: MerchantTx, attempt: AuditAttempt): Promise<void> =>
  append(ctx, tx, attempt);

async function append(
  ctx: AuditContext,
  tx: MerchantTx,
  entry: Omit<AuditAttempt, 'result'> & { result: AuditResult },
): Promise<void> {
  const actor = 'actor' in ctx ? ctx.actor : toAuditActor(ctx.principal);
  const head = (await lockHead(tx)) ?? (await createHead(tx));
  const row: AuditRow = {
    version: 2,
    merchant_id: tx.merchant_id,
    seq: head.last_seq + 1,
    at: ctx.now.toISOString(),
    actor_type: actor.type,
    actor_id: actor.id,
    actor_name: actor.name,
    actor_email: actor.email ?? null,
    actor_role: actor.role ?? null,
    user_agent: actor.user_agent ?? null,
    session_id: actor.session_id ?? null,
    ip: 'ip' in ctx ? ctx.ip : ctx.request.ip,
    action: entry.action,
    object_type: entry.object_type,
    object_id: entry.object_id,
    before: maskSecrets(entry.before ?? null),
    after: maskSecrets(entry.after ?? null),
    reason: entry.reason ?? findReason(entry.after),
    result: entry.result,
    prev_hash: head.last_hash,
  };
  const hash = hashRow(row);
  await insertEntry(tx, { ...row, hash });
  await updateHead(tx, { last_seq: row.seq, last_hash: hash });
}

function findReason(after: unknown): string | null {
  if (typeof after !== 'object' || after === null) return null;
  const { reason } = after as { reason?: unknown };
  return typeof reason === 'string' && reason !== '' ? reason : null;
}

/** SHA-256 of the canonical JSON of the row, which contains the previous hash and, from version 2 on, the version. */
export const hashRow = (row: AuditRow): string =>
  createHash('sha256')
    .update(canonicalJson(row.version === 1 ? toVersion1(row) : row))
    .digest('hex');

/** Of version 1, columns that were added later are hashed only where they hold a value: such a row was edited. */
function toVersion1({ version: _version, ...row }: AuditRow): object {
  const { result, actor_email, actor_role, user_agent, session_id, reason, ...original } = row;
  const later = { result, actor_email, actor_role, user_agent, session_id, reason };
  return { ...original, ...Object.fromEntries(Object.entries(later).filter(([, value]) => value !== null)) };
}

async function createHead(tx: MerchantTx): Promise<{ last_seq: number; last_hash: string }> {
  await insertHead(tx, { last_seq: 0, last_hash: CHAIN_START });
  const head = await lockHead(tx);
  if (head === undefined) throw new Error('the head of the audit chain is missing');
  return head;
}
