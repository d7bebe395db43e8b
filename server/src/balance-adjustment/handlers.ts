/** Balance adjustments of a merchant, listed and requested by the provider. They are decided as approvals. */
import * as contract from '@dasbor/contract/balance-adjustment';
import type { BalanceAdjustment } from '@dasbor/contract/balance-adjustment';
import { type MerchantTx, asMerchant, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { runIdempotent } from '../http/idempotency.ts';
import { buildPage, parseCursor } from '../http/keyset-page.ts';
import { notFound } from '../http/problem.ts';
import type { Handlers } from '../http/serve.ts';
import { withTenant } from '../http/tenant-context.ts';
import { isMerchant } from '../settlement/setting-queries.ts';
import { requestAdjustment } from './adjust.ts';
import { findAdjustment, listAdjustments } from './queries.ts';

export const balanceAdjustmentHandlers: Handlers<typeof contract> = {
  listBalanceAdjustments: async ({ deps, params, query }) => {
    if ((await findMerchant({ deps, params })) === null) throw notFound();
    const cursor = { after: parseCursor(query.cursor, 'balance_adjustment'), limit: query.limit };
    const rows = await asMerchant(deps.db, params.merchant_id, (tx) => listAdjustments(tx, cursor));
    return buildPage(rows, query.limit, ({ created_at, id }) => [created_at, id]);
  },

  createBalanceAdjustment: {
    find: findMerchant,
    handle: (ctx) => {
      const { body, principal, deps, now, params, request } = ctx;
      return runIdempotent(contract.createBalanceAdjustment, withTenant(ctx, params.merchant_id), {
        begin: (tx) => requestAdjustment(tx, body, { principal, ip: request.ip, now }),
        finish: (id) => asMerchant(deps.db, params.merchant_id, (tx) => readAdjustment(tx, id)),
      });
    },
  },
};

async function findMerchant({ deps, params }: { deps: Deps; params: { merchant_id: string } }): Promise<true | null> {
  return (await asPlatform(deps.db, (tx) => isMerchant(tx, params.merchant_id))) ? true : null;
}

async function readAdjustment(tx: MerchantTx, id: string): Promise<{ data: BalanceAdjustment }> {
  const data = await findAdjustment(tx, id);
  if (data === undefined) throw notFound();
  return { data };
}
