/** Credit notes of the provider with maker-checker approval: issued and posted in the transaction of the approval. */
import { APPROVAL_EXPIRED } from '@dasbor/contract/approval-reasons';
import type { createCreditNote } from '@dasbor/contract/invoice';
import { localized } from '@dasbor/contract/language';
import { formatRupiah } from '@dasbor/contract/format';
import { add, subtract } from '@dasbor/contract/money';
import type { Body } from '@dasbor/contract/route';
import { toBusinessDay } from '@dasbor/contract/time';
import { type DecisionContext, decideApproval } from '../approval/decide.ts';
import { expireApproval, requestApproval } from '../approval/request.ts';
import { type AuditContext, recordAudit } from '../audit/record.ts';
import { newId } from '../db/new-id.ts';
import type { MerchantTx } from '../db/tx.ts';
import { Problem, notFound } from '../http/problem.ts';
import { listAccountIds } from '../ledger/account-ids.ts';
import { getAccountId } from '../ledger/payment.ts';
import { postTransfers } from '../ledger/posting.ts';
import { issueDocument } from './issue.ts';
import {
  decideCreditNoteRequest,
  insertCreditNoteRequest,
  lockCreditNoteRequest,
  lockInvoice,
  sumCredited,
} from './queries.ts';
import { calculateCredit, toMonth } from './rules.ts';

/** Requests a credit note and returns the id of the request. Throws 404, 422 `not_creditable` or `exceeds_invoice`. */
export async function requestCreditNote(
  tx: MerchantTx,
  invoice_id: string,
  { fee_amount, reason }: Body<typeof createCreditNote>,
  context: DecisionContext,
): Promise<string> {
  const { principal, now } = context;
  const invoice = await lockInvoice(tx, invoice_id);
  if (invoice === undefined) throw notFound();
  if (invoice.kind !== 'invoice' || invoice.fee_amount <= 0) throw notCreditable();
  const before = await sumCredited(tx, invoice_id);
  const left = subtract(invoice.fee_amount, before.fee_amount);
  if (fee_amount > left) throw exceedsInvoice(left);
  const amounts = calculateCredit(invoice, before, fee_amount);
  const id = newId('credit_note_request', now);
  await insertCreditNoteRequest(tx, {
    id,
    invoice_id,
    ...amounts,
    reason,
    requested_by_id: principal.id,
    requested_by: principal.name,
    created_at: now,
  });
  const amount = add(amounts.fee_amount, amounts.vat_amount);
  const details = { reason: `${invoice.number}: ${reason}`, invoice_id };
  await requestApproval(tx, { ...toSubject(id), amount, details }, context);
  await recordCreditNoteAudit(context, tx, id, {
    action: 'requested',
    before: null,
    after: { status: 'pending', invoice: invoice.number, ...amounts, reason },
  });
  return id;
}

/** Approves a credit note, issues it and returns the money. Throws 404, 409 `not_pending` and the errors of decisions. */
export async function approveCreditNote(
  tx: MerchantTx,
  id: string,
  remark: string | null,
  context: DecisionContext,
): Promise<void> {
  const request = await lockPending(tx, id);
  const { is_final } = await decideApproval(tx, toSubject(id), { decision: 'approve', reason: remark }, context);
  if (!is_final) return;
  const invoice = await lockInvoice(tx, request.invoice_id);
  if (invoice === undefined) throw notFound();
  const { now } = context;
  const { fee_amount, dpp_amount, vat_amount, reason } = request;
  const { id: credit_note_id, number } = await issueDocument(tx, {
    document: {
      kind: 'credit_note',
      // A credit note belongs to the month in which it is issued, for the period of its invoice.
      month: toMonth(toBusinessDay(now)).period_from,
      period_from: invoice.period_from,
      period_to: invoice.period_to,
      corrects_id: invoice.id,
      reason,
      issuer: invoice.issuer,
    },
    lines: [
      {
        line_no: 1,
        service: 'other',
        movement: 'credited',
        fee_rule: null,
        rate_bps: null,
        flat_amount: null,
        count: 1,
        fee_amount: -fee_amount,
        dpp_amount: 0 - dpp_amount,
        vat_rate_bps: null,
        vat_amount: 0 - vat_amount,
        total_amount: -add(fee_amount, vat_amount),
      },
    ],
    now,
  });
  await postCredit(tx, { credit_note_id, number, fee_amount, vat_amount }, now);
  await decideCreditNoteRequest(tx, id, { status: 'issued', credit_note_id, ...toDecided(context), remark });
  await recordCreditNoteAudit(context, tx, id, {
    action: 'issued',
    before: { status: 'pending' },
    after: { status: 'issued', number, remark },
  });
}

/** Rejects a credit note. Throws 404, 409 `not_pending` and the errors of decisions. */
export async function rejectCreditNote(
  tx: MerchantTx,
  id: string,
  remark: string,
  context: DecisionContext,
): Promise<void> {
  await lockPending(tx, id);
  await decideApproval(tx, toSubject(id), { decision: 'reject', reason: remark }, context);
  const change = { status: 'rejected', credit_note_id: null, ...toDecided(context), remark } as const;
  await decideCreditNoteRequest(tx, id, change);
  const after = { status: 'rejected', remark };
  await recordCreditNoteAudit(context, tx, id, { action: 'rejected', before: { status: 'pending' }, after });
}

/** Rejects a credit note whose request for approval has expired. Idempotent. */
export async function expireCreditNote(tx: MerchantTx, id: string, now: Date): Promise<void> {
  const request = await lockCreditNoteRequest(tx, id);
  if (request?.status !== 'pending' || !(await expireApproval(tx, toSubject(id), now))) return;
  const remark = APPROVAL_EXPIRED;
  const nobody = { decided_by_id: null, decided_by: null, decided_at: now };
  await decideCreditNoteRequest(tx, id, { status: 'rejected', credit_note_id: null, ...nobody, remark });
  const context = { actor: { type: 'system', id: null, name: null }, ip: null, now } as const;
  const after = { status: 'rejected', remark };
  await recordCreditNoteAudit(context, tx, id, { action: 'rejected', before: { status: 'pending' }, after });
}

const toSubject = (subject_id: string) => ({ subject_type: 'credit_note', subject_id }) as const;

const toDecided = ({ principal, now }: DecisionContext) => ({
  decided_by_id: principal.id,
  decided_by: principal.name,
  decided_at: now,
});

async function lockPending(tx: MerchantTx, id: string) {
  const request = await lockCreditNoteRequest(tx, id);
  if (request === undefined) throw notFound();
  if (request.status === 'pending') return request;
  throw new Problem(
    409,
    'not_pending',
    localized(
      'This credit note has already been approved or rejected.',
      'Nota kredit ini sudah disetujui atau ditolak.',
    ),
  );
}

/** Fees and VAT go back to the available balance. */
async function postCredit(
  tx: MerchantTx,
  credit: { credit_note_id: string; number: string; fee_amount: number; vat_amount: number },
  posted_at: Date,
): Promise<void> {
  const accounts = await listAccountIds(tx);
  const common = {
    credit_account: getAccountId(accounts, 'available'),
    reference_type: 'credit_note',
    reference_id: credit.credit_note_id,
    description: credit.number,
  };
  const fee = { kind: 'fee_credit', amount: credit.fee_amount, debit_account: getAccountId(accounts, 'fees_paid') };
  const vat = { kind: 'fee_credit_vat', amount: credit.vat_amount, debit_account: getAccountId(accounts, 'vat_paid') };
  const transfers = [fee, vat].filter(({ amount }) => amount > 0).map((each) => ({ ...each, ...common }));
  await postTransfers(tx, { posted_at, transfers });
}

const notCreditable = (): Problem =>
  new Problem(
    422,
    'not_creditable',
    localized('A credit note corrects an invoice with fees.', 'Nota kredit mengoreksi tagihan yang memuat biaya.'),
  );

const exceedsInvoice = (left: number): Problem =>
  new Problem(
    422,
    'exceeds_invoice',
    localized(
      `At most ${formatRupiah(left)} of the fees of this invoice can still be credited.`,
      `Paling banyak ${formatRupiah(left)} dari biaya tagihan ini masih dapat dikreditkan.`,
    ),
  );

const recordCreditNoteAudit = (
  context: AuditContext,
  tx: MerchantTx,
  object_id: string,
  { action, before, after }: { action: 'requested' | 'issued' | 'rejected'; before: object | null; after: object },
) =>
  recordAudit(context, tx, {
    action: `credit_note.${action}`,
    object_type: 'credit_note_request',
    object_id,
    before,
    after,
  });
