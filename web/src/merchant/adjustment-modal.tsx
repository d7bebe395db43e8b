import {
  ADJUSTABLE_ACCOUNTS,
  type AdjustableAccount,
  createBalanceAdjustment,
  listBalanceAdjustments,
} from '@dasbor/contract/balance-adjustment';
import { listApprovals } from '@dasbor/contract/approval';
import { accountLabel } from '@dasbor/contract/balance-labels';
import { Radio, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { buildQueryKey } from '../api/query.ts';
import { useCreateOnce } from '../api/use-idempotency-key.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { formatRupiah } from '../ui/amount.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { FormModal } from '../ui/form-modal.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { showSuccess } from '../ui/toast.ts';
import { messages } from './messages.ts';
import { sectionMessages } from './section-messages.ts';

interface Form {
  account_type: AdjustableAccount;
  direction: 'credit' | 'debit';
  amount: number | null;
  reason: string;
}

/** Requests an adjustment, with what the approval will do. */
export function AdjustmentModal({ merchant_id, onClose }: { merchant_id: string; onClose: () => void }) {
  const t = sectionMessages().adjustments;
  const client = useQueryClient();
  const [form, setForm] = useState<Form>({ account_type: 'available', direction: 'credit', amount: null, reason: '' });
  const [is_tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const change = (part: Partial<Form>) => setForm((before) => ({ ...before, ...part }));
  const { is_busy, create } = useCreateOnce({
    create: (body: { account_type: AdjustableAccount; amount: number; reason: string }, idempotency_key) =>
      call(createBalanceAdjustment, { params: { merchant_id }, body, idempotency_key }),
    onCreated: () => {
      onClose();
      for (const route of [listBalanceAdjustments, listApprovals]) {
        void client.invalidateQueries({ queryKey: buildQueryKey(route) });
      }
      void showSuccess(t.requested);
    },
    onRefused: ({ detail }) => setRefusal(detail),
  });
  const submit = () => {
    setTried(true);
    setRefusal(null);
    const { account_type, direction, amount } = form;
    const reason = form.reason.trim();
    if (amount === null || amount === 0 || reason === '') return;
    create({ account_type, amount: direction === 'credit' ? amount : -amount, reason });
  };
  return (
    <FormModal
      title={t.request}
      submit={t.request}
      refusal={refusal}
      is_busy={is_busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <Fields form={form} onChange={change} is_tried={is_tried} />
    </FormModal>
  );
}

interface FieldsProps {
  form: Form;
  onChange: (part: Partial<Form>) => void;
  is_tried: boolean;
}

function Fields({ form, onChange: change, is_tried }: FieldsProps) {
  const t = sectionMessages().adjustments;
  const accounts = ADJUSTABLE_ACCOUNTS.map((id) => ({ id, name: accountLabel(id, currentLanguage(), true) }));
  const account = accounts.find(({ id }) => id === form.account_type) ?? null;
  const is_missing = form.amount === null || form.amount === 0;
  return (
    <>
      <SelectField
        label={t.account}
        required
        options={accounts}
        value={account}
        onChange={(item) => change({ account_type: item?.id ?? 'available' })}
      />
      <Radio.Group
        label={t.direction}
        value={form.direction}
        onChange={(value) => change({ direction: value === 'debit' ? 'debit' : 'credit' })}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="credit" label={t.credit} />
          <Radio value="debit" label={t.debit} />
        </Stack>
      </Radio.Group>
      <AmountField
        label={t.amount}
        required
        value={form.amount}
        onChange={(amount) => change({ amount })}
        error={is_missing ? t.amount_missing : null}
        touched={is_tried}
      />
      <TextField
        label={messages().actions.reason}
        required
        maxLength={200}
        description={t.reason_hint}
        value={form.reason}
        onChange={(reason) => change({ reason })}
        error={form.reason.trim() === '' ? messages().actions.reason_missing : null}
        touched={is_tried}
      />
      {!is_missing && account !== null && (
        <Text fz="sm">{t[`${form.direction}_effect`](formatRupiah(form.amount ?? 0), account.name)}</Text>
      )}
    </>
  );
}
