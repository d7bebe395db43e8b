/** Creates a QRIS payment or static code exactly once, however often the form is submitted. */
import { type QrisPayment, createQrisPayment } from '@dasbor/contract/qris-payment';
import { createQrisSticker } from '@dasbor/contract/sticker';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../api/call.ts';
import type { Problem } from '../api/problem.ts';
import { useIdempotencyKey } from '../api/use-idempotency-key.ts';
import { type CreateForm, toPaymentBody, toStickerBody } from './create-form.ts';

export interface CreatePaymentHandlers {
  onCreated: (payment: QrisPayment) => void;
  onRefused: (problem: Problem) => void;
}

export function useCreatePayment({ onCreated, onRefused }: CreatePaymentHandlers) {
  // Created when the form opens, and kept across attempts.
  const idempotency = useIdempotencyKey();
  const is_running = useRef(false);
  const creation = useMutation({
    mutationFn: (form: CreateForm): Promise<{ data: QrisPayment }> => {
      const idempotency_key = idempotency.key();
      return form.type === 'static'
        ? call(createQrisSticker, { body: toStickerBody(form), idempotency_key })
        : call(createQrisPayment, { body: toPaymentBody(form), idempotency_key });
    },
    meta: { quiet: true },
    onSuccess: ({ data }) => onCreated(data),
    onError: (error) => onRefused(idempotency.onError(error)),
    onSettled: () => {
      is_running.current = false;
    },
  });
  return {
    is_busy: creation.isPending,
    create: (form: CreateForm) => {
      // A double click can precede the busy state of the button.
      if (is_running.current) return;
      is_running.current = true;
      creation.mutate(form);
    },
  };
}
