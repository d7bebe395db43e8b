/** What a merchant chooses about its settlements, and what the provider does about them. */
import type { Output } from '@dasbor/contract/route';
import type * as contract from '@dasbor/contract/settlement-steering';
import { businessDayOf } from '@dasbor/contract/time';
import { actorOf, recordAudit } from '../audit/record.ts';
import type { MerchantTx } from '../db/tx.ts';
import { Problem } from '../http/problem.ts';
import type { Handlers } from '../http/serve.ts';
import { findBankAccount } from './account-queries.ts';
import { changeBankAccount } from './bank-account.ts';
import { termOn } from './due.ts';
import { listTerms, readSetting } from './plan-queries.ts';
import { providerHandlers } from './provider-handlers.ts';
import { upsertSetting } from './setting-queries.ts';

type Shown = Output<typeof contract.getSettlementSetting>;
type Method = Shown['data']['terms'][number]['method'];

export const settlementSteeringHandlers: Handlers<typeof contract> = {
  ...providerHandlers,

  getSettlementSetting: ({ tx, now }) => tx((merchant) => settingOf(merchant, now)),

  setSettlementSetting: async (ctx) => {
    const { body, caller, now, request } = ctx;
    return ctx.tx(async (tx) => {
      const before = await readSetting(tx);
      if (body.destination === 'bank' && before.bank_account_id === null) {
        throw new Problem(422, 'no_bank_account', 'Name the bank account first that settlements are paid to.');
      }
      const change = {
        ...body,
        weekday: body.schedule === 'weekly' ? (body.weekday ?? 1) : null,
        month_day: body.schedule === 'monthly' ? (body.month_day ?? 1) : null,
      };
      await upsertSetting(tx, tx.merchant_id, change, now);
      await recordAudit(tx, {
        at: now,
        actor: actorOf(caller),
        ip: request.ip,
        action: 'settlement.setting_changed',
        object_type: 'settlement_setting',
        object_id: tx.merchant_id,
        before,
        after: change,
      });
      return settingOf(tx, now);
    });
  },

  setSettlementBankAccount: async (ctx) => {
    await changeBankAccount(ctx);
    return ctx.tx((tx) => settingOf(tx, ctx.now));
  },
};

async function settingOf(tx: MerchantTx, now: Date): Promise<Shown> {
  const { bank_account_id, ...setting } = await readSetting(tx);
  const account = bank_account_id === null ? undefined : await findBankAccount(tx, bank_account_id);
  const terms = await listTerms(tx);
  const today = businessDayOf(now);
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
        const term = termOn(
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
