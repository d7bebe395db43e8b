/** Settlement settings of the merchant, and the provider's administration routes. */
import type { Output } from '@dasbor/contract/route';
import type * as contract from '@dasbor/contract/settlement-admin';
import { toBusinessDay } from '@dasbor/contract/time';
import { toAuditActor, recordAudit } from '../audit/record.ts';
import type { MerchantTx } from '../db/tx.ts';
import type { Handlers } from '../http/serve.ts';
import { findBankAccount } from './bank-account-queries.ts';
import { changeBankAccount } from './bank-account.ts';
import { findTerm } from './due.ts';
import { listTerms, getSetting } from './terms-queries.ts';
import { adminHandlers } from './admin-handlers.ts';
import { noBankAccount } from './problems.ts';
import { upsertSetting } from './setting-queries.ts';

type SettingResponse = Output<typeof contract.getSettlementSetting>;
type Method = SettingResponse['data']['terms'][number]['method'];

export const settlementAdminHandlers: Handlers<typeof contract> = {
  ...adminHandlers,

  getSettlementSetting: ({ tx, now }) => tx((merchant) => buildSettingResponse(merchant, now)),

  setSettlementSetting: async (ctx) => {
    const { body, principal, now, request } = ctx;
    return ctx.tx(async (tx) => {
      const before = await getSetting(tx);
      if (body.destination === 'bank' && before.bank_account_id === null) {
        throw noBankAccount();
      }
      const change = {
        ...body,
        weekday: body.schedule === 'weekly' ? (body.weekday ?? 1) : null,
        month_day: body.schedule === 'monthly' ? (body.month_day ?? 1) : null,
      };
      await upsertSetting(tx, tx.merchant_id, change, now);
      await recordAudit(tx, {
        at: now,
        actor: toAuditActor(principal),
        ip: request.ip,
        action: 'settlement.setting_changed',
        object_type: 'settlement_setting',
        object_id: tx.merchant_id,
        before,
        after: change,
      });
      return buildSettingResponse(tx, now);
    });
  },

  setSettlementBankAccount: async (ctx) => {
    await changeBankAccount(ctx);
    return ctx.tx((tx) => buildSettingResponse(tx, ctx.now));
  },
};

async function buildSettingResponse(tx: MerchantTx, now: Date): Promise<SettingResponse> {
  const { bank_account_id, ...setting } = await getSetting(tx);
  const account = bank_account_id === null ? undefined : await findBankAccount(tx, bank_account_id);
  const terms = await listTerms(tx);
  const today = toBusinessDay(now);
  const kinds = [
    ...new Map(
      terms.map(({ method, channel_code }) => [`${method} ${channel_code}`, { method, channel_code }]),
    ).values(),
  ];
  const { account_no_sealed: _sealed, ...shown } = account ?? { account_no_sealed: '' };
  return {
    data: {
      ...setting,
      bank_account: account === undefined ? null : (shown as Omit<typeof account, 'account_no_sealed'>),
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
