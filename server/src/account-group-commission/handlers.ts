/** Commission rules of account groups: list, drafts, submission, end, and the simulator. They are decided as approvals. */
import * as contract from '@dasbor/contract/account-group-commission';
import type { CommissionRule } from '@dasbor/contract/account-group-commission-fields';
import * as duration from '@dasbor/contract/duration';
import { localized } from '@dasbor/contract/language';
import { subtract } from '@dasbor/contract/money';
import type { Route } from '@dasbor/contract/route';
import { startOfBusinessDay, toBusinessDay } from '@dasbor/contract/time';
import { type MerchantTx, asMerchant, asPlatform } from '../db/tx.ts';
import { findMerchantFeeRules } from '../fee-rule/queries.ts';
import { runIdempotent } from '../http/idempotency.ts';
import { buildPage, parseCursor } from '../http/keyset-page.ts';
import { Problem, notFound } from '../http/problem.ts';
import type { Handlers, RequestContext } from '../http/serve.ts';
import { createTableResponse } from '../http/table-response.ts';
import { withTenant } from '../http/tenant-context.ts';
import { calculateFeeSteps, findFeeRule } from '../transaction/rules.ts';
import { endRule, submitRule } from './decide.ts';
import {
  assertActiveGroup,
  assertValidSimulation,
  assertValidTerms,
  changeDraft,
  createDraft,
  discardDraft,
  getOwnerId,
} from './draft.ts';
import { listEarnings } from './entry-queries.ts';
import { findGroup, findRule, listGroupScopes, listRules, listVersions } from './queries.ts';
import { buildEarningTable, buildRuleTable } from './rule-files.ts';
import { calculateCommissionSteps } from './rules.ts';

/** Earnings are listed of this time when the request names none. */
const EARNINGS_MS = duration.days(92);

const FILE_PAGE = 500;

const tooManyEarnings = () =>
  new Problem(
    422,
    'too_many_rows',
    localized(
      `A file holds at most ${contract.EARNINGS_FILE_MAX} rows of earnings. Choose a shorter period.`,
      `Berkas memuat paling banyak ${contract.EARNINGS_FILE_MAX} baris komisi. Pilih periode yang lebih pendek.`,
    ),
  );

/** All rules of the list, page by page. */
async function* readAllRules({
  deps,
  query,
  now,
}: RequestContext<typeof contract.listCommissionRules>): AsyncGenerator<CommissionRule> {
  for (let last: CommissionRule | undefined; ;) {
    const scope = {
      after: last === undefined ? null : { at: last.created_at, id: last.id },
      today: toBusinessDay(now),
    };
    const rows = await asPlatform(deps.db, (tx) => listRules(tx, { ...query, limit: FILE_PAGE }, scope));
    yield* rows.slice(0, FILE_PAGE);
    if (rows.length <= FILE_PAGE) return;
    last = rows[FILE_PAGE - 1];
  }
}

type Reader = Pick<RequestContext<Route>, 'deps' | 'now'>;
type OfRule = Reader & { params: { id: string } };

export const accountGroupCommissionHandlers: Handlers<typeof contract> = {
  listCommissionRules: async (ctx) => {
    const { deps, query, now } = ctx;
    if (ctx.file_format !== null) {
      const table = buildRuleTable(readAllRules(ctx), ctx.language, ctx.time_zone);
      const file_name = `commission-rules-${toBusinessDay(now)}`;
      return createTableResponse(ctx, table, { title: 'commission rules', file_name });
    }
    const scope = { after: parseCursor(query.cursor, 'commission_rule'), today: toBusinessDay(now) };
    const rows = await asPlatform(deps.db, (tx) => listRules(tx, query, scope));
    return buildPage(rows, query.limit, ({ created_at, id }) => [created_at, id]);
  },

  getCommissionRule: async (ctx) => {
    const rule = await getRule(ctx);
    const versions = await asPlatform(ctx.deps.db, (tx) => listVersions(tx, rule, toBusinessDay(ctx.now)));
    return { data: { ...rule, versions } };
  },

  listCommissionEarnings: async (ctx) => {
    const { now, query } = ctx;
    const rule = await getRule(ctx);
    const to = query.to ?? toBusinessDay(now);
    const from = query.from ?? toBusinessDay(new Date(startOfBusinessDay(to).getTime() - EARNINGS_MS));
    const list = (limit: number) => asPlatform(ctx.deps.db, (tx) => listEarnings(tx, rule, { from, to, limit }));
    if (ctx.file_format === null) return { data: await list(contract.EARNINGS_SHOWN_MAX) };
    const data = await list(contract.EARNINGS_FILE_MAX + 1);
    if (data.length > contract.EARNINGS_FILE_MAX) throw tooManyEarnings();
    const file_name = `commission-earnings-${from}-${to}`;
    return createTableResponse(ctx, buildEarningTable(data, ctx.language), { title: rule.name, file_name });
  },

  createCommissionRule: async (ctx) => {
    const { body, deps } = ctx;
    const { group_id, replaces, ...input } = body;
    assertValidTerms(input);
    const { owner_id, series_id } = await resolveOwner(ctx, group_id, replaces);
    return runIdempotent(contract.createCommissionRule, withTenant(ctx, owner_id), {
      begin: (tx) => createDraft(tx, { group_id, series_id, input }, ctx),
      finish: async (id) => ({ data: await getRule({ deps, now: ctx.now, params: { id } }) }),
    });
  },

  updateCommissionRule: {
    find: findOrNull,
    handle: (ctx) => {
      assertValidTerms(ctx.body);
      return change(ctx, (tx) => changeDraft(tx, ctx.params.id, ctx.body, ctx));
    },
  },

  discardCommissionRule: async (ctx) => {
    const { beneficiary_id } = await getRule(ctx);
    await asMerchant(ctx.deps.db, beneficiary_id, (tx) => discardDraft(tx, ctx.params.id, ctx));
    return undefined;
  },

  submitCommissionRule: {
    find: findOrNull,
    handle: async (ctx) => {
      const { group_id } = await getRule(ctx);
      const others = await asPlatform(ctx.deps.db, (tx) => listGroupScopes(tx, group_id));
      return change(ctx, (tx) => submitRule(tx, ctx.params.id, others, ctx));
    },
  },

  endCommissionRule: {
    find: findOrNull,
    handle: (ctx) => change(ctx, (tx) => endRule(tx, ctx.params.id, ctx.body.effective_to, ctx)),
  },

  simulateCommission: async (ctx) => {
    const { group_id, amount, method, channel_code, month_volume, terms } = ctx.body;
    assertValidSimulation(terms);
    const group = await asPlatform(ctx.deps.db, (tx) => findGroup(tx, group_id));
    const merchant_id = ctx.body.merchant_id ?? getOwnerId(group);
    const prices = await asPlatform(ctx.deps.db, ({ sql }) => findMerchantFeeRules({ merchant_id, sql }));
    if (prices === undefined) throw notFound();
    const payment = { method, channel_code, amount, criteria: prices.fee_class, day: toBusinessDay(ctx.now) };
    const rule = findFeeRule(prices.rules, payment);
    if (rule === undefined) throw noFeeRule();
    const { fee_amount, fee_vat_amount, net_amount } = calculateFeeSteps(amount, rule);
    const steps = calculateCommissionSteps({ amount, fee_amount, net_amount }, terms, month_volume);
    const [from_fee, from_net] =
      terms.bearer === 'from_platform_fee' ? [steps.commission_amount, 0] : [0, steps.commission_amount];
    return {
      data: {
        fee_amount,
        fee_vat_amount,
        ...steps,
        net_amount: subtract(net_amount, from_net),
        provider_amount: subtract(fee_amount, from_fee),
      },
    };
  },
};

/** The merchant that earns a new rule, and for a new version the rule that it belongs to. */
async function resolveOwner(
  ctx: Reader,
  group_id: string,
  replaces: string | undefined,
): Promise<{ owner_id: string; series_id?: string }> {
  const group = await asPlatform(ctx.deps.db, (tx) => findGroup(tx, group_id));
  const owner_id = getOwnerId(group);
  if (group !== undefined) assertActiveGroup(group);
  if (replaces === undefined) return { owner_id };
  const replaced = await getRule({ deps: ctx.deps, now: ctx.now, params: { id: replaces } });
  // A version belongs to the group of its rule, and to the merchant that earns it.
  if (replaced.group_id !== group_id) throw notFound();
  return { owner_id: replaced.beneficiary_id, series_id: replaced.series_id };
}

/** Runs a change in the merchant that earns the rule. The response is the rule after it. */
async function change(ctx: OfRule, work: (tx: MerchantTx) => Promise<void>): Promise<{ data: CommissionRule }> {
  const { beneficiary_id } = await getRule(ctx);
  await asMerchant(ctx.deps.db, beneficiary_id, work);
  return { data: await getRule(ctx) };
}

async function findOrNull({ deps, now, params }: OfRule): Promise<CommissionRule | null> {
  return (await asPlatform(deps.db, (tx) => findRule(tx, params.id, toBusinessDay(now)))) ?? null;
}

async function getRule(ctx: OfRule): Promise<CommissionRule> {
  const rule = await findOrNull(ctx);
  if (rule === null) throw notFound();
  return rule;
}

const noFeeRule = (): Problem =>
  new Problem(
    422,
    'no_fee_rule',
    localized('No fee rule applies to this payment today.', 'Tidak ada aturan biaya untuk pembayaran ini hari ini.'),
  );
