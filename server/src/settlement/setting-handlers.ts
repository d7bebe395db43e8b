/** Settlement settings of the merchant, and the provider's administration routes. */
import type { Output, Route } from '@dasbor/contract/route';
import type * as contract from '@dasbor/contract/settlement-admin';
import { toBusinessDay } from '@dasbor/contract/time';
import { recordAudit } from '../audit/record.ts';
import { type MerchantTx, asPlatform } from '../db/tx.ts';
import { type Principal, getPersonId } from '../http/principal.ts';
import type { Handlers, RequestContext } from '../http/serve.ts';
import type { DecisionContext } from '../approval/decide.ts';
import { getProgress } from '../approval/request.ts';
import { approveBankAccount, promoteBankAccount, rejectBankAccount } from './bank-account-decision.ts';
import { type BankAccount, findBankAccount } from './bank-account-queries.ts';
import { withMerchant } from './provider-context.ts';
import { changeBankAccount } from './bank-account.ts';
import { findTerm } from './due.ts';
import { listTerms, getSetting } from './terms-queries.ts';
import { batchAdminHandlers } from './admin-handlers.ts';
import { noBankAccount } from './problems.ts';
import { isMerchant, upsertSetting } from './setting-queries.ts';

type SettingResponse = Output<typeof contract.getSettlementSetting>;
type Method = SettingResponse['data']['terms'][number]['method'];

export const settlementAdminHandlers: Handlers<typeof contract> = {
  ...batchAdminHandlers,

  getSettlementSetting: ({ tx, principal, now }) => tx((merchant) => buildSettingResponse(merchant, principal, now)),

  setSettlementSetting: async (ctx) => {
    const { body, principal, now } = ctx;
    return ctx.tx(async (tx) => {
      const before = await getSetting(tx);
      if (body.destination === 'bank' && before.bank_account_id === null && before.next_bank_account_id === null) {
        throw noBankAccount();
      }
      const change = {
        ...body,
        weekday: body.schedule === 'weekly' ? (body.weekday ?? 1) : null,
        month_day: body.schedule === 'monthly' ? (body.month_day ?? 1) : null,
      };
      await upsertSetting(tx, tx.merchant_id, change, now);
      await recordAudit(ctx, tx, {
        action: 'settlement.setting_changed',
        object_type: 'settlement_setting',
        object_id: tx.merchant_id,
        before,
        after: change,
      });
      return buildSettingResponse(tx, principal, now);
    });
  },

  approveBankAccount: (ctx) => decide(ctx, approveBankAccount),
  rejectBankAccount: (ctx) => decide(ctx, rejectBankAccount),
  approveMerchantBankAccount: (ctx) => decide(withMerchant(ctx), approveBankAccount),
  rejectMerchantBankAccount: (ctx) => decide(withMerchant(ctx), rejectBankAccount),

  setSettlementBankAccount: async (ctx) => {
    await changeBankAccount(ctx);
    return ctx.tx((tx) => buildSettingResponse(tx, ctx.principal, ctx.now));
  },

  setMerchantBankAccount: {
    find: async ({ deps, params: { merchant_id } }) =>
      (await asPlatform(deps.db, (tx) => isMerchant(tx, merchant_id))) || null,
    handle: async (given) => {
      const ctx = withMerchant(given);
      await changeBankAccount(ctx);
      return ctx.tx((tx) => buildSettingResponse(tx, ctx.principal, ctx.now));
    },
  },
};

/** The decision of a user of the merchant, or of the provider on a merchant. */
const decide = <R extends Route>(
  ctx: RequestContext<R>,
  apply: (tx: MerchantTx, id: string, reason: string | null, context: DecisionContext) => Promise<void>,
): Promise<SettingResponse> =>
  ctx.tx(async (tx) => {
    const { principal, now, request } = ctx;
    const { id } = (ctx as unknown as { params: { id: string } }).params;
    await apply(tx, id, null, { principal, ip: request.ip, now });
    return buildSettingResponse(tx, principal, now);
  });

const toShownAccount = ({
  id,
  bank_code,
  account_last4,
  holder_name,
  verified_at,
  usable_from,
  group_name,
}: BankAccount) => ({
  id,
  bank_code,
  account_last4,
  holder_name,
  verified_at,
  usable_from,
  group_name,
});

const toPendingAccount = async (tx: MerchantTx, account: BankAccount, principal: Principal) => ({
  ...toShownAccount(account),
  status: account.approved_at === null ? ('pending' as const) : ('cooling_off' as const),
  requested_by: account.created_by,
  requested_at: account.created_at,
  is_own: account.requested_by_owner === getPersonId(principal),
  ...(await getProgress(tx, 'payout_account', [account.id], principal))(account.id),
});

async function buildSettingResponse(tx: MerchantTx, principal: Principal, now: Date): Promise<SettingResponse> {
  const { bank_account_id, next_bank_account_id, ...setting } = await promoteBankAccount(tx, await getSetting(tx), now);
  const next = next_bank_account_id === null ? undefined : await findBankAccount(tx, next_bank_account_id);
  const account = bank_account_id === null ? undefined : await findBankAccount(tx, bank_account_id);
  const terms = await listTerms(tx);
  const today = toBusinessDay(now);
  const kinds = [
    ...new Map(
      terms.map(({ method, channel_code }) => [`${method} ${channel_code}`, { method, channel_code }]),
    ).values(),
  ];
  return {
    data: {
      ...setting,
      bank_account: account === undefined ? null : toShownAccount(account),
      pending_bank_account: next === undefined ? null : await toPendingAccount(tx, next, principal),
      terms: kinds.flatMap(({ method, channel_code }) => {
        const term = findTerm(
          terms.filter((one) => one.method === method),
          channel_code,
          today,
        );
        if (term === undefined) return [];
        const { days, basis, cut_off_hour } = term;
        return [
          {
            method: method as Method,
            channel_code,
            days,
            basis,
            cut_off_hour,
          },
        ];
      }),
    },
  };
}
