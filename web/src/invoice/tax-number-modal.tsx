import { type InvoiceDetail, getInvoice, listInvoices, setTaxInvoiceNumber } from '@dasbor/contract/invoice';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { buildQueryKey } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { FormModal } from '../ui/form-modal.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { showSuccess } from '../ui/toast.ts';
import { messages } from './messages.ts';

const NUMBER_PATTERN = /^[0-9]{16,17}$/;

/** Sets the number of the tax invoice; the provider's people only. */
export function TaxNumberButton({ invoice }: { invoice: InvoiceDetail }) {
  const t = messages();
  const is_provider = useHasAccess('Merchant finance', 'view');
  const may_change = useHasAccess('Merchant finance', 'manage');
  const [is_open, setOpen] = useState(false);
  if (!is_provider) return null;
  return (
    <>
      <ActionButton variant="default" disabled_reason={may_change ? undefined : t.denied} onClick={() => setOpen(true)}>
        {invoice.tax_invoice_no === null ? t.tax_number.set : t.tax_number.change}
      </ActionButton>
      {is_open && <TaxNumberModal invoice={invoice} onClose={() => setOpen(false)} />}
    </>
  );
}

function TaxNumberModal({ invoice, onClose }: { invoice: InvoiceDetail; onClose: () => void }) {
  const t = messages();
  const client = useQueryClient();
  const [text, setText] = useState(invoice.tax_invoice_no ?? '');
  const [is_tried, setTried] = useState(false);
  const number = text.replaceAll(/[.\s-]/g, '');
  const is_valid = NUMBER_PATTERN.test(number);
  const save = useMutation({
    mutationFn: () => call(setTaxInvoiceNumber, { params: { id: invoice.id }, body: { tax_invoice_no: number } }),
    meta: { quiet: true },
    onSuccess: async () => {
      onClose();
      for (const route of [getInvoice, listInvoices]) void client.invalidateQueries({ queryKey: buildQueryKey(route) });
      await showSuccess(t.tax_number.saved);
    },
  });
  const submit = () => {
    setTried(true);
    if (is_valid) save.mutate();
  };
  return (
    <FormModal
      title={t.tax_number.title}
      submit={t.tax_number.save}
      refusal={save.isError ? toProblem(save.error).detail : null}
      is_busy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t.fields.tax_invoice_no}
        required
        description={t.tax_number.hint}
        value={text}
        onChange={setText}
        error={is_valid ? null : t.tax_number.invalid}
        touched={is_tried}
      />
    </FormModal>
  );
}
