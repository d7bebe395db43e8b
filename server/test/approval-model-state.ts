/** A run of the model of approvals: the people and keys of a merchant, its policies, and what was requested. */
import { createApiKey } from '@dasbor/contract/api-settings';
import type { ApprovalTier } from '@dasbor/contract/approval';
import type pg from 'pg';
import {
  DEFAULT_TIERS,
  MODEL_KIND_NAMES,
  type ModelKindName,
  type ModelLimits,
  type ModelPerson,
  type ModelRequest,
} from './approval-model.ts';
import type { ModelObjects } from './approval-model-objects.ts';
import type { TestApp, TestClient } from './test-app.ts';

export interface ModelContext {
  t: TestApp;
  owner: pg.Client;
  people: Record<ModelPerson, TestClient>;
  user_ids: Record<ModelPerson, string>;
  /** Checked account of refunds. */
  account_check_id: string;
  objects: ModelObjects;
}

interface Generation {
  id: string;
  client: TestClient;
  /** Who made it, or one of the generations before it. */
  owners: ModelPerson[];
  /** Who made this generation: what it requests counts as theirs. */
  maker: ModelPerson;
}

export interface ModelRun {
  context: ModelContext;
  /** The kinds that are requested: few, so that requests of one kind meet. */
  kinds: readonly ModelKindName[];
  keys: Generation[];
  /** Who holds all levels of the key, and so may roll it. */
  rollers: readonly ModelPerson[];
  tiers: Record<ModelKindName, ApprovalTier[]>;
  limits: ModelLimits;
  /** What each person requested today, by group of kinds. */
  used: Map<string, number>;
  requests: ModelRequest[];
  /** Payout accounts that a later one replaced. */
  replaced: Set<ModelRequest>;
}

/** How often a request is sent again that a busy machine refused for now. */
export const ATTEMPTS_MAX = 20;
const KEY_ROLLERS = ['owner', 'second_owner', 'admin'] as const;

/** A strong key may also hold the level `approve` on disbursements, which an admin lacks. */
export async function startRun(
  context: ModelContext,
  { is_strong, kinds }: { is_strong: boolean; kinds: readonly ModelKindName[] },
): Promise<ModelRun> {
  await context.owner.query('delete from app.approval_policy; delete from app.approval_usage');
  await context.owner.query(`update app.api_key set revoked_at = now() where revoked_at is null`);
  const access = [
    { group: 'Refunds', access: 'approve' },
    { group: 'Deposit VA', access: 'manage' },
    { group: 'Disbursements', access: is_strong ? 'approve' : 'manage' },
  ];
  const { data } = await context.people.owner.ok(createApiKey, { body: { name: 'ERP', access } });
  return {
    context,
    kinds,
    keys: [{ id: data.id, client: context.t.client(`Bearer ${data.secret}`), owners: ['owner'], maker: 'owner' }],
    rollers: is_strong ? ['owner', 'second_owner'] : KEY_ROLLERS,
    tiers: Object.fromEntries(MODEL_KIND_NAMES.map((kind) => [kind, DEFAULT_TIERS])) as never,
    limits: {},
    used: new Map(),
    requests: [],
    replaced: new Set(),
  };
}

export const pick = <T>(from: readonly T[], at: number): T => from[at % from.length]!;
