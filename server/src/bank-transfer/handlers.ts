/** Transfers of merchants to the bank, and requests to resolve those without a clear status. */
import * as contract from '@dasbor/contract/bank-transfer';
import type { BankTransfer } from '@dasbor/contract/bank-transfer';
import { type MerchantTx, asMerchant, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { runIdempotent } from '../http/idempotency.ts';
import { notFound } from '../http/problem.ts';
import type { Handlers } from '../http/serve.ts';
import { withTenant } from '../http/tenant-context.ts';
import { isOpen } from '../rails/transfer-rules.ts';
import {
  type TransferRow,
  findLatestTransfer,
  findReportedAmount,
  findResolutionRequest,
  isMerchant,
} from './queries.ts';
import { calculateResolvableFrom, requestResolution } from './resolve.ts';

type Params = { merchant_id: string; id: string };

export const bankTransferHandlers: Handlers<typeof contract> = {
  getMerchantTransfer: async ({ deps, params }) => ({ data: await readTransfer(deps, params) }),

  requestTransferResolution: {
    find: ({ deps, params }) => find(deps, params),
    handle: async (ctx) => {
      const { deps, params, body, principal, request, now } = ctx;
      return runIdempotent(contract.requestTransferResolution, withTenant(ctx, params.merchant_id), {
        begin: async (tx) => {
          const found = await findLatestTransfer(tx, params.id);
          if (found === undefined) throw notFound();
          await requestResolution(tx, found, body, { principal, ip: request.ip, now, env: deps.env });
          return found.id;
        },
        finish: async () => ({ data: await readTransfer(deps, params) }),
      });
    },
  },
};

/** null: there is no such merchant or transfer. */
async function find(deps: Deps, { merchant_id, id }: Params): Promise<TransferRow | null> {
  if (!(await asPlatform(deps.db, (tx) => isMerchant(tx, merchant_id)))) return null;
  return (await asMerchant(deps.db, merchant_id, (tx) => findLatestTransfer(tx, id))) ?? null;
}

async function readTransfer(deps: Deps, params: Params): Promise<BankTransfer> {
  const row = await find(deps, params);
  if (row === null) throw notFound();
  return asMerchant(deps.db, params.merchant_id, (tx) => toTransfer(tx, row, deps.env));
}

async function toTransfer(tx: MerchantTx, row: TransferRow, env: Deps['env']): Promise<BankTransfer> {
  const {
    first_sent_at: sent_at,
    resolution: outcome,
    resolution_amount: executed_amount,
    resolution_reference: bank_reference,
    resolution_reason,
    resolved_at,
    ...rest
  } = row;
  return {
    ...rest,
    merchant_id: tx.merchant_id,
    sent_at,
    reported_amount: await findReportedAmount(tx, row),
    resolvable_from: isOpen(row) ? calculateResolvableFrom(sent_at, env).toISOString() : null,
    resolution:
      outcome === null
        ? null
        : {
            outcome,
            executed_amount,
            bank_reference,
            reason: resolution_reason ?? '',
            resolved_at,
            approval_id: await findResolutionRequest(tx, row.id),
          },
  };
}
