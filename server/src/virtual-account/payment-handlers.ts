/** API handlers of the payments of a virtual account. */
import type { Language } from '@dasbor/contract/language';
import type { VaPayment } from '@dasbor/contract/virtual-account-fields';
import type * as contract from '@dasbor/contract/virtual-account-payment';
import { createFileResponse } from '../http/list-file.ts';
import { buildPage, parseCursor } from '../http/keyset-page.ts';
import { notFound } from '../http/problem.ts';
import type { Handlers } from '../http/serve.ts';
import { translateReason } from '@dasbor/contract/payment-reasons';
import { findTrxId } from './list-queries.ts';
import { listVaPayments, vaPaymentFile } from './payment-queries.ts';

export const vaPaymentHandlers: Handlers<typeof contract> = {
  listVirtualAccountPayments: async (ctx) => {
    const { params, query, tx, language } = ctx;
    if ((await tx((each) => findTrxId(each, params.id))) === undefined) throw notFound();
    if (ctx.file_format !== null) return createFileResponse(ctx, vaPaymentFile);
    const after = parseCursor(query.cursor, 'va_payment');
    const rows = await tx((each) => listVaPayments(each, params.id, after, query.limit));
    const payments = rows.map((payment) => translatePayment(payment, language));
    return buildPage(payments, query.limit, ({ paid_at, id }) => [paid_at, id]);
  },
};

/** A payment with its detail in a language. */
export const translatePayment = (payment: VaPayment, language: Language): VaPayment => ({
  ...payment,
  detail: payment.detail && translateReason(payment.detail, language),
});
