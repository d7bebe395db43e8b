/** Disputes of settlement lines: listed by the merchant, resolved by the provider. */
import * as contract from '@dasbor/contract/settlement-dispute';
import type { SettlementDispute } from '@dasbor/contract/settlement-dispute';
import { recordAudit } from '../audit/record.ts';
import { type MerchantTx, asMerchant, asPlatform } from '../db/tx.ts';
import { runIdempotent } from '../http/idempotency.ts';
import { buildPage, parseCursor } from '../http/keyset-page.ts';
import { notFound } from '../http/problem.ts';
import type { Handlers } from '../http/serve.ts';
import { confirmDispute, resolveDispute } from './dispute.ts';
import { findDispute, listDisputes } from './dispute-queries.ts';
import { withMerchant } from './provider-context.ts';
import { isMerchant } from './setting-queries.ts';

const toPosition = ({ created_at, id }: SettlementDispute) => [created_at, id];

export const settlementDisputeHandlers: Handlers<typeof contract> = {
  listSettlementDisputes: async ({ query, tx }) => {
    const after = parseCursor(query.cursor, 'settlement_dispute');
    return buildPage(await tx((merchant) => listDisputes(merchant, query, after)), query.limit, toPosition);
  },

  listMerchantSettlementDisputes: async ({ deps, params: { merchant_id }, query }) => {
    if (!(await asPlatform(deps.db, (tx) => isMerchant(tx, merchant_id)))) throw notFound();
    const after = parseCursor(query.cursor, 'settlement_dispute');
    const rows = await asMerchant(deps.db, merchant_id, (tx) => listDisputes(tx, query, after));
    return buildPage(rows, query.limit, toPosition);
  },

  resolveSettlementDispute: {
    find: async ({ deps, params: { merchant_id, id } }) =>
      (await asMerchant(deps.db, merchant_id, (tx) => findDispute(tx, id))) ?? null,
    handle: (ctx) => {
      const { body, principal, deps, now, params, request } = ctx;
      return runIdempotent(contract.resolveSettlementDispute, withMerchant(ctx), {
        begin: async (tx) => {
          const outcome = await resolveDispute(tx, params.id, body, { principal, ip: request.ip, now });
          await recordAudit(ctx, tx, {
            action: outcome === 'proposed' ? 'settlement.dispute_proposed' : `settlement.dispute_${body.decision}ed`,
            object_type: 'settlement_dispute',
            object_id: params.id,
            before: { status: 'open' },
            after: body,
          });
          return params.id;
        },
        finish: (id) => asMerchant(deps.db, params.merchant_id, (tx) => readDispute(tx, id)),
      });
    },
  },

  confirmSettlementDispute: (ctx) => {
    const { principal, deps, now, params, request } = ctx;
    return runIdempotent(contract.confirmSettlementDispute, withMerchant(ctx), {
      begin: async (tx) => {
        await confirmDispute(tx, params.id, null, { principal, ip: request.ip, now });
        return params.id;
      },
      finish: (id) => asMerchant(deps.db, params.merchant_id, (tx) => readDispute(tx, id)),
    });
  },
};

async function readDispute(tx: MerchantTx, id: string): Promise<{ data: SettlementDispute }> {
  const data = await findDispute(tx, id);
  if (data === undefined) throw notFound();
  return { data };
}
