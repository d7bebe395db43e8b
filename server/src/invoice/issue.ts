/** Issues the invoices of past months: one document per merchant and month, equal to the ledger to the rupiah. */
import type { InvoiceIssuer, InvoiceLine } from '@dasbor/contract/invoice';
import { type Rupiah, add } from '@dasbor/contract/money';
import { toBusinessDay } from '@dasbor/contract/time';
import { recordAudit } from '../audit/record.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import { newId } from '../db/new-id.ts';
import { type MerchantTx, asMerchant, asPlatform, isUniqueViolation } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { enqueueNotification } from '../notification-email/outbox-queries.ts';
import { type FeeRow, listFeeRows } from '../report/fee-invoice-queries.ts';
import { getMerchant } from '../report/subject-queries.ts';
import { listHolidays } from '../settlement/terms-queries.ts';
import { type NewInvoice, hasMonthInvoice, insertInvoice, listDueMonths, allocateNumber } from './queries.ts';
import {
  type Month,
  formatNumber,
  calculateInvoicedSince,
  calculateInvoicedUntil,
  findIssuer,
  toMonth,
} from './rules.ts';

/** 'Invoice issued' in the catalogue of notifications. */
const INVOICE_ISSUED = 1013;

/**
 * Issues every document that is due. Idempotent and safe to run concurrently; months that were missed are made up for.
 * A failure for one merchant does not affect the others; the job is retried for those that failed.
 */
export async function issueInvoices(deps: Pick<Deps, 'db' | 'clock' | 'env' | 'log'>): Promise<void> {
  const issuer = findIssuer(deps.env);
  if (issuer === null) {
    deps.log.warn('no invoices are issued: PROVIDER_NAME, PROVIDER_ADDRESS and PROVIDER_NPWP are not set');
    return;
  }
  const now = deps.clock.now();
  const today = toBusinessDay(now);
  const due = await asPlatform(deps.db, async (tx) =>
    listDueMonths(tx, {
      since: calculateInvoicedSince(today),
      until: calculateInvoicedUntil(today, await listHolidays(tx)),
    }),
  );
  const failures: unknown[] = [];
  for (const { merchant_id, month } of due) {
    await asMerchant(deps.db, merchant_id, (tx) => issueMonth(tx, toMonth(month), { issuer, now })).catch(
      (error: unknown) => {
        // Another worker issued it.
        if (!isUniqueViolation(error, 'invoice_month')) failures.push(error);
      },
    );
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} invoices could not be issued`);
}

interface IssueContext {
  issuer: InvoiceIssuer;
  now: Date;
}

async function issueMonth(tx: MerchantTx, month: Month, { issuer, now }: IssueContext): Promise<void> {
  if (await hasMonthInvoice(tx, month.period_from)) return;
  const rows = await listFeeRows(tx, month);
  if (rows.length === 0) return;
  const lines = rows.map(toLine);
  const totals = sumLines(lines);
  const kind = totals.total_amount < 0 ? 'credit_note' : 'invoice';
  await issueDocument(tx, {
    document: {
      kind,
      month: month.period_from,
      period_from: month.period_from,
      period_to: month.period_to,
      corrects_id: null,
      reason: null,
      issuer,
    },
    lines,
    now,
  });
}

export interface NewDocument {
  document: Pick<NewInvoice, 'kind' | 'period_from' | 'period_to' | 'corrects_id' | 'reason' | 'issuer'> & {
    /** The month that it is numbered in, by its first day. */
    month: string;
  };
  lines: readonly InvoiceLine[];
  now: Date;
}

/** Issues a document under the next number, with its email. Returns its id and number. */
export async function issueDocument(
  tx: MerchantTx,
  { document: { month, ...document }, lines, now }: NewDocument,
): Promise<{ id: string; number: string }> {
  const merchant = await getMerchant(tx);
  const totals = sumLines(lines);
  const id = newId('invoice', now);
  const number = formatNumber(document.kind, month, await allocateNumber(tx, document.kind, month));
  await insertInvoice(
    tx,
    {
      id,
      number,
      ...document,
      ...totals,
      issued_at: now,
      issue_date: toBusinessDay(now),
      billed_to: {
        name: merchant.legal_name,
        brand_name: merchant.brand_name,
        code: merchant.code,
        address: [merchant.address_line, merchant.city].filter(Boolean).join(', ') || null,
        npwp: merchant.npwp,
        npwp_name: merchant.npwp_name,
      },
    },
    lines,
  );
  await enqueueNotification(tx, {
    event_id: `invoice.${id}`,
    action: INVOICE_ISSUED,
    object_type: 'invoice',
    object_id: id,
    template_data: {
      outcome: document.kind,
      invoice_number: number,
      invoice_month: document.period_from,
      invoice_fees: totals.fee_amount,
      invoice_vat: totals.vat_amount,
      invoice_total: totals.total_amount,
      reason: document.reason,
    },
    at: now,
  });
  const system = { actor: { type: 'system', id: null, name: null }, ip: null, now } as const;
  const after = { number, kind: document.kind, period_from: document.period_from, total_amount: totals.total_amount };
  await recordAudit(system, tx, { action: 'invoice.issued', object_type: 'invoice', object_id: id, after });
  await publishLiveEvents(tx, { topic: 'balance', id: null, change: 'updated' });
  return { id, number };
}

const toBps = (percent: string | null): number | null => (percent === null ? null : Math.round(Number(percent) * 100));

const toLine = (row: FeeRow, index: number): InvoiceLine => ({
  line_no: index + 1,
  service: row.service,
  movement: row.movement,
  fee_rule: row.fee_rule,
  rate_bps: toBps(row.rate_percent),
  flat_amount: row.flat_fee,
  count: row.count,
  fee_amount: row.fee_amount,
  dpp_amount: row.dpp_amount,
  vat_rate_bps: toBps(row.vat_rate_percent),
  vat_amount: row.vat_amount,
  total_amount: row.total_amount,
});

function sumLines(
  lines: readonly InvoiceLine[],
): Pick<NewInvoice, 'fee_amount' | 'dpp_amount' | 'vat_amount' | 'total_amount'> {
  const sum = (pick: (line: InvoiceLine) => Rupiah): Rupiah => add(0, ...lines.map(pick));
  return {
    fee_amount: sum(({ fee_amount }) => fee_amount),
    dpp_amount: sum(({ dpp_amount }) => dpp_amount),
    vat_amount: sum(({ vat_amount }) => vat_amount),
    total_amount: sum(({ total_amount }) => total_amount),
  };
}
