/** Commissions of the generated history: a partner earns from the payments of another merchant, day by day. */
import type { CommissionRuleInput } from '@dasbor/contract/account-group-commission-fields';
import * as duration from '@dasbor/contract/duration';
import { addDays, startOfBusinessDay, toBusinessDay } from '@dasbor/contract/time';
import { bookCommissions } from '../account-group-commission/book.ts';
import { approveRule, submitRule } from '../account-group-commission/decide.ts';
import { createDraft } from '../account-group-commission/draft.ts';
import { createStatements } from '../account-group-commission/create-statements.ts';
import { listRules } from '../account-group-commission/queries.ts';
import { listPeriods } from '../account-group-commission/statement-queries.ts';
import { addMember } from '../account-group/change-members.ts';
import { createGroup } from '../account-group/change.ts';
import { listMemberRows } from '../account-group/member-queries.ts';
import { findGroupByCode } from '../account-group/queries.ts';
import { asMerchant, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { createPastDeps, getPrincipal } from './history-context.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from './people.ts';

/** The member's history is shorter than this. */
const DAYS = 14;
const GROUP = { code: 'NUSANTARA', name: 'Mitra Nusantara', type: 'reseller' } as const;
/** 02:30 WIB, when the job makes statements. */
const NIGHT_MS = duration.minutes(150);
const IP = '127.0.0.1';

/** Creates the group, its rule and the statements until today. Idempotent: what is missing later, the nightly jobs make. */
export async function createPastCommissions(deps: Deps, now: Date): Promise<void> {
  const [earner, member] = [KOPI_NUSANTARA.merchant_id, BATIK_LESTARI.merchant_id];
  const today = toBusinessDay(now);
  const from = addDays(today, -DAYS);
  const prepared_at = new Date(startOfBusinessDay(from).getTime() - duration.hours(14));
  const group_id = await ensureGroup(deps, { earner, member, from }, prepared_at);
  const series_id = await ensureRule(deps, { earner, group_id, from }, prepared_at);
  const made = await asMerchant(deps.db, earner, (tx) => listPeriods(tx, series_id, RULE.cycle));
  if (made.length > 0) return;
  for (let day = addDays(from); day <= today; day = addDays(day)) {
    const midnight = startOfBusinessDay(day);
    const night = new Date(midnight.getTime() + NIGHT_MS);
    if (night > now) return;
    const past = createPastDeps(deps, night);
    await bookCommissions(past, member, midnight);
    await createStatements(past, earner, day);
  }
}

interface Membership {
  earner: string;
  member: string;
  /** First day of the membership, and of the rule. */
  from: string;
}

async function ensureGroup(deps: Deps, { earner, member, from }: Membership, now: Date): Promise<string> {
  const context = { deps, now, principal: getPrincipal('platform_admin'), request: { ip: IP } };
  const body = {
    ...GROUP,
    settlement_mode: 'per_merchant' as const,
    parent_id: null,
    owner_merchant_id: earner,
    contact_name: 'Sari Pratiwi',
    contact_email: 'mitra@kopi.example',
    contact_phone: null,
  };
  const known = await asPlatform(deps.db, (tx) => findGroupByCode(tx, GROUP.code));
  const id = known?.id ?? (await createGroup({ ...context, body }));
  const [membership] = await asPlatform(deps.db, (tx) =>
    listMemberRows(tx, id, [], { limit: 1, after: null, today: from }),
  );
  if (membership === undefined) {
    const joining = { merchant_id: member, effective_from: from, ends_other: false };
    await addMember({ ...context, params: { id }, body: joining });
  }
  return id;
}

/** Returns the id of the rule's series. One person drafts and submits the rule, another approves it. */
async function ensureRule(
  deps: Deps,
  { earner, group_id, from }: { earner: string; group_id: string; from: string },
  now: Date,
): Promise<string> {
  const [known] = await asPlatform(deps.db, (tx) =>
    listRules(tx, { group_id, limit: 1 }, { after: null, today: from }),
  );
  if (known !== undefined) return known.series_id;
  return asMerchant(deps.db, earner, async (tx) => {
    const drafted = { principal: getPrincipal('platform_finance'), ip: IP, now };
    const id = await createDraft(tx, { group_id, input: { ...RULE, effective_from: from } }, drafted);
    await submitRule(tx, id, [], drafted);
    const approved_at = new Date(now.getTime() + duration.hours(2));
    await approveRule(tx, id, null, { principal: getPrincipal('platform_admin'), ip: IP, now: approved_at });
    return id;
  });
}

const RULE: Omit<CommissionRuleInput, 'effective_from'> = {
  name: 'Reseller share',
  method: null,
  channel_code: null,
  basis: 'percent_of_fee',
  rate_ppm: 250_000,
  flat_amount: 0,
  commission_min: null,
  commission_max: null,
  tiers: [],
  bearer: 'from_platform_fee',
  tax_rate_ppm: 20_000,
  cycle: 'daily',
  effective_to: null,
};
