import { listApprovals } from '@dasbor/contract/approval';
import { CREDIT_NOTE_REASON_MAX, type InvoiceDetail, createCreditNote, getInvoice } from '@dasbor/contract/invoice';
import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { buildQueryKey } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { useCreateOnce } from '../api/use-idempotency-key.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { formatRupiah } from '../ui/amount.tsx';
import { FormModal } from '../ui/form-modal.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { showSuccess } from '../ui/toast.ts';
import { messages } from './messages.ts';

/** Requests a credit note; the provider's people only. */
export function CreditNoteButton({ invoice }: { invoice: InvoiceDetail }) {
  const t = messages();
  const is_provider = useHasAccess('Merchant finance', 'view');
  const may_change = useHasAccess('Merchant finance', 'manage');
  const [is_open, setOpen] = useState(false);
  if (!is_provider || invoice.kind !== 'invoice' || invoice.fee_amount <= 0) return null;
  const reason = may_change ? (invoice.creditable_fee_amount === 0 ? t.credit.none_left : undefined) : t.denied;
  return (
    <>
      <ActionButton variant="default" disabled_reason={reason} onClick={() => setOpen(true)}>
        {t.credit.request}
      </ActionButton>
      {is_open && <CreditNoteModal invoice={invoice} onClose={() => setOpen(false)} />}
    </>
  );
}

function CreditNoteModal({ invoice, onClose }: { invoice: InvoiceDetail; onClose: () => void }) {
  const t = messages();
  const client = useQueryClient();
  const [fee_amount, setAmount] = useState<number | null>(null);
  const [reason, setReason] = useState('');
  const [is_tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const left = invoice.creditable_fee_amount;
  const { is_busy, create } = useCreateOnce({
    create: (body: { fee_amount: number; reason: string }, idempotency_key) =>
      call(createCreditNote, { params: { id: invoice.id }, body, idempotency_key }),
    onCreated: () => {
      onClose();
      for (const route of [getInvoice, listApprovals]) {
        void client.invalidateQueries({ queryKey: buildQueryKey(route) });
      }
      void showSuccess(t.credit.requested);
    },
    onRefused: ({ detail }) => setRefusal(detail),
  });
  const amount_error = getAmountError(fee_amount, left);
  const submit = () => {
    setTried(true);
    setRefusal(null);
    if (fee_amount === null || amount_error !== null || reason.trim() === '') return;
    create({ fee_amount, reason: reason.trim() });
  };
  return (
    <FormModal
      title={t.credit.title(invoice.number)}
      submit={t.credit.request}
      refusal={refusal}
      is_busy={is_busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <AmountField
        label={t.credit.fee}
        required
        description={t.credit.limit(formatRupiah(left))}
        value={fee_amount}
        onChange={setAmount}
        error={amount_error}
        touched={is_tried}
      />
      <TextField
        label={t.credit.reason}
        required
        maxLength={CREDIT_NOTE_REASON_MAX}
        description={t.credit.reason_hint}
        value={reason}
        onChange={setReason}
        error={reason.trim() === '' ? t.credit.reason_missing : null}
        touched={is_tried}
      />
      <Text fz="sm">{t.credit.effect}</Text>
    </FormModal>
  );
}

function getAmountError(amount: number | null, left: number): string | null {
  const t = messages().credit;
  if (amount === null || amount === 0) return t.amount_missing;
  return amount > left ? t.too_much(formatRupiah(left)) : null;
}
