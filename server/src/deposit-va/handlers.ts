/** API handlers of deposit VAs, deposits and reviews. */
import { translateBankMessage } from '@dasbor/contract/bank-messages';
import * as duration from '@dasbor/contract/duration';
import { type Language, localized } from '@dasbor/contract/language';
import type * as contract from '@dasbor/contract/deposit-va';
import type { DepositVa, DepositVaStatus } from '@dasbor/contract/deposit-va';
import { statusLabel } from '@dasbor/contract/labels';
import {
  DEPOSIT_STATUSES,
  DEPOSIT_STATEMENT_MAX_ROWS,
  DEPOSIT_REVIEW_THRESHOLD_DEFAULT,
} from '@dasbor/contract/deposit-va';
import { toBusinessDay } from '@dasbor/contract/time';
import { toAuditActor } from '../audit/record.ts';
import { type MerchantTx, asMerchant, asPlatform } from '../db/tx.ts';
import { createFileResponse } from '../http/list-file.ts';
import { Problem, notFound } from '../http/problem.ts';
import { buildPage, parseCursor } from '../http/keyset-page.ts';
import { createRowFileResponse } from '../http/row-table.ts';
import { type RequestContext, type Handlers, StreamResponse } from '../http/serve.ts';
import { listRailLog } from '../rails/queries.ts';
import { depositFile } from './file-queries.ts';
import {
  findDeposit,
  getTerms,
  listDepositEvents,
  listDepositRows,
  listReviewRows,
  listStatementRows,
  summariseDepositRows,
} from './deposit-queries.ts';
import { syncAtBank, openDepositVa, changeStatus } from './change-status.ts';
import { decideReview, setReviewLimit } from './review.ts';
import { DEPOSIT_VA_TRANSITIONS } from './rules.ts';
import { writeDepositStatement } from './statement-pdf.ts';
import { depositVaFile } from './va-file.ts';
import { findMerchant, findVa, listDays, listVas, lockVa } from './va-queries.ts';
import { sortByStatus } from '../http/totals.ts';

export const depositVaHandlers: Handlers<typeof contract> = {
  listDepositVas: async (ctx) => {
    const rows = await ctx.tx((tx) => listVas(tx, toBusinessDay(ctx.now)));
    const data = rows.map((va) => translateFailure(va, ctx.language));
    return ctx.file_format === null ? { data, next_cursor: null } : createRowFileResponse(ctx, depositVaFile, data);
  },

  openDepositVa: async (ctx) => {
    const id = await ctx.tx((tx) => openDepositVa(tx, ctx.body.bank, toActionContext(ctx)));
    const opened = await syncAtBank(ctx.deps, ctx.merchant_id, id);
    if (opened === 'refused') {
      const { failure_message } = await ctx.tx((tx) => getVa(tx, id, ctx.now));
      const message = failure_message ?? '';
      throw new Problem(
        422,
        'bank_refused',
        localized(
          `The bank rejected this virtual account: ${message}`,
          `Bank menolak virtual account ini: ${translateBankMessage(message, 'id')}`,
        ),
      );
    }
    return { data: await readVa(ctx, id) };
  },

  getDepositVa: async (ctx) => ({ data: await readVa(ctx, ctx.params.id) }),

  setDepositVaStatus: {
    find: ({ tx, params }) => tx(async (merchant) => (await findVa(merchant, params)) ?? null),
    handle: async (ctx) => {
      const { params, body } = ctx;
      await ctx.tx(async (tx) => {
        const va = await lockVa(tx, params);
        if (va === undefined) throw notFound();
        if (va.status === body.status) return;
        if (!DEPOSIT_VA_TRANSITIONS[va.status].includes(body.status)) {
          throw new Problem(409, 'status_conflict', transitionError(va.status, body.status));
        }
        await changeStatus(tx, va, body.status, toActionContext(ctx));
      });
      // If the bank does not respond, a background job retries.
      if (body.status === 'closed') await syncAtBank(ctx.deps, ctx.merchant_id, params.id);
      return { data: await readVa(ctx, params.id) };
    },
  },

  listDepositDays: async ({ tx, params, query, now }) =>
    tx(async (merchant) => {
      await getVa(merchant, params.id, now);
      const first = new Date(now.getTime() - duration.days(query.days - 1));
      return { data: await listDays(merchant, params.id, toBusinessDay(first), toBusinessDay(now)) };
    }),

  listDeposits: async (ctx) => {
    if (ctx.file_format !== null) return createFileResponse(ctx, depositFile);
    const { query, tx } = ctx;
    const cursor = { after: parseCursor(query.cursor, 'deposit'), limit: query.limit };
    const rows = await tx((merchant) => listDepositRows(merchant, query, cursor));
    return buildPage(rows, query.limit, ({ received_at, id }) => [received_at, id]);
  },

  summariseDeposits: async ({ query, tx }) => {
    const data = await tx((merchant) => summariseDepositRows(merchant, query));
    return { data: sortByStatus(DEPOSIT_STATUSES, data) };
  },

  getDepositStatement: async ({ tx, query, now, language }) => {
    const { brand_name, rows } = await tx(async (merchant) => ({
      brand_name: (await findMerchant(merchant))?.brand_name ?? '',
      rows: await listStatementRows(merchant, query, DEPOSIT_STATEMENT_MAX_ROWS + 1),
    }));
    if (rows.length > DEPOSIT_STATEMENT_MAX_ROWS) throw buildTooLongProblem();
    const stream = writeDepositStatement(rows, { filter: query, brand_name, now, language });
    return new StreamResponse(stream, 'application/pdf', `deposits-${toBusinessDay(now)}.pdf`);
  },

  getDeposit: async ({ tx, params }) =>
    tx(async (merchant) => {
      const found = await findDeposit(merchant, params.id);
      if (found === undefined) throw notFound();
      const events = await listDepositEvents(merchant, found.id);
      return { data: { ...found, events, rail_log: await listRailLog(merchant, [found.id]) } };
    }),

  listDepositReviews: async ({ deps, query }) => {
    const cursor = { after: parseCursor(query.cursor, 'deposit'), limit: query.limit };
    const rows = await asPlatform(deps.db, (tx) => listReviewRows(tx, cursor));
    return buildPage(rows, query.limit, ({ received_at, id }) => [received_at, id]);
  },

  decideDepositReview: {
    find: ({ deps, params }) =>
      asMerchant(deps.db, params.merchant_id, async (tx) => (await findDeposit(tx, params.id)) ?? null),
    handle: async (ctx) => {
      const { merchant_id, id } = ctx.params;
      const data = await asMerchant(ctx.deps.db, merchant_id, async (tx) => {
        await decideReview(tx, id, ctx.body, toActionContext(ctx));
        return findDeposit(tx, id);
      });
      if (data === undefined) throw notFound();
      return { data };
    },
  },

  setDepositReviewLimit: {
    find: ({ deps, params }) => asMerchant(deps.db, params.merchant_id, async (tx) => (await findMerchant(tx)) ?? null),
    handle: async (ctx) => {
      const { review_above } = await asMerchant(ctx.deps.db, ctx.params.merchant_id, async (tx) => {
        await setReviewLimit(tx, ctx.body.review_above, toActionContext(ctx));
        return getTerms(tx);
      });
      return { data: { review_above: review_above ?? DEPOSIT_REVIEW_THRESHOLD_DEFAULT } };
    },
  },
};

const toActionContext = ({
  principal,
  request,
  now,
}: Pick<RequestContext<never>, 'principal' | 'request' | 'now'>) => ({
  actor: toAuditActor(principal),
  ip: request.ip,
  now,
});

/** Throws 404 when the merchant has no such deposit VA. */
const readVa = async ({ tx, now, language }: VaReader, id: string): Promise<DepositVa> =>
  translateFailure(await tx((merchant) => getVa(merchant, id, now)), language);

type VaReader = Pick<RequestContext<typeof contract.getDepositVa>, 'tx' | 'now' | 'language'>;

const translateFailure = (va: DepositVa, language: Language): DepositVa =>
  va.failure_message === null ? va : { ...va, failure_message: translateBankMessage(va.failure_message, language) };

async function getVa(tx: MerchantTx, id: string, now: Date) {
  const [va] = await listVas(tx, toBusinessDay(now), id);
  if (va === undefined) throw notFound();
  return va;
}

function transitionError(from: DepositVaStatus, to: DepositVaStatus) {
  const [from_en, to_en] = [statusLabel(from, 'en').toLowerCase(), statusLabel(to, 'en').toLowerCase()];
  const [from_id, to_id] = [statusLabel(from, 'id').toLowerCase(), statusLabel(to, 'id').toLowerCase()];
  return localized(
    `This virtual account is ${from_en}; its status cannot change to ${to_en}.`,
    `Status virtual account ini ${from_id} dan tidak dapat diubah menjadi ${to_id}.`,
  );
}

const buildTooLongProblem = () =>
  new Problem(
    422,
    'statement_too_long',
    localized(
      `A PDF statement holds at most ${DEPOSIT_STATEMENT_MAX_ROWS} deposits. Choose a shorter period or export a CSV.`,
      `Laporan PDF memuat maksimal ${DEPOSIT_STATEMENT_MAX_ROWS} deposit. Pilih periode yang lebih pendek atau ekspor CSV.`,
    ),
  );
