/** Creates a QRIS payment or static code exactly once, however often the form is submitted. */
import { type QrisPayment, createQrisPayment } from '@dasbor/contract/qris-payment';
import { createQrisSticker } from '@dasbor/contract/sticker';
import { call } from '../api/call.ts';
import type { Problem } from '../api/problem.ts';
import { useCreateOnce } from '../api/use-idempotency-key.ts';
import { type CreateForm, toPaymentBody, toStickerBody } from './create-form.ts';

export interface CreatePaymentHandlers {
  onCreated: (payment: QrisPayment) => void;
  onRefused: (problem: Problem) => void;
}

export const useCreatePayment = ({ onCreated, onRefused }: CreatePaymentHandlers) =>
  useCreateOnce({
    create: (form: CreateForm, idempotency_key): Promise<{ data: QrisPayment }> =>
      form.type === 'static'
        ? call(createQrisSticker, { body: toStickerBody(form), idempotency_key })
        : call(createQrisPayment, { body: toPaymentBody(form), idempotency_key }),
    onCreated: ({ data }) => onCreated(data),
    onRefused,
  });
