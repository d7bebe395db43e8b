import { VA_BANK_CHANNELS, bankShortName } from '@dasbor/contract/bank';
import { FEE_METHODS, type FeeMethod, createMerchantFeeRule, listMerchantFeeRules } from '@dasbor/contract/fee-rule';
import { toBusinessDay } from '@dasbor/contract/time';
import { Alert, Button, Group, Modal, NumberInput, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { buildQueryKey } from '../api/query.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { DateField } from '../ui/date-field.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { showSuccess } from '../ui/toast.ts';
import { messages } from './messages.ts';
import { feeMethodLabel } from './price-labels.ts';

const BASIS_POINTS_PER_PERCENT = 100;

interface Form {
  name: string;
  method: FeeMethod;
  channel_code: string | null;
  rate_percent: number;
  flat_amount: number | null;
  fee_min: number | null;
  fee_max: number | null;
  amount_from: number | null;
  amount_to: number | null;
  effective_from: string;
  effective_to: string;
}

const buildForm = (): Form => ({
  name: '',
  method: 'qris',
  channel_code: null,
  rate_percent: 0.7,
  flat_amount: null,
  fee_min: null,
  fee_max: null,
  amount_from: null,
  amount_to: null,
  effective_from: toBusinessDay(new Date()),
  effective_to: '',
});

const toBody = (form: Form) => ({
  name: form.name.trim(),
  method: form.method,
  ...(form.method === 'virtual_account' && form.channel_code !== null ? { channel_code: form.channel_code } : {}),
  rate_bps: Math.round(form.rate_percent * BASIS_POINTS_PER_PERCENT),
  flat_amount: form.flat_amount ?? 0,
  amount_from: form.amount_from ?? 0,
  ...(form.amount_to === null ? {} : { amount_to: form.amount_to }),
  ...(form.fee_min === null ? {} : { fee_min: form.fee_min }),
  ...(form.fee_max === null ? {} : { fee_max: form.fee_max }),
  effective_from: form.effective_from,
  ...(form.effective_to === '' ? {} : { effective_to: form.effective_to }),
});

/** A new version of a fee rule, agreed with one merchant. */
export function AgreeModal({ merchant_id, onClose }: { merchant_id: string; onClose: () => void }) {
  const t = messages();
  const client = useQueryClient();
  const [form, setForm] = useState(buildForm);
  const [is_tried, setTried] = useState(false);
  const change = (part: Partial<Form>) => setForm((before) => ({ ...before, ...part }));
  const add = useMutation({
    mutationFn: () => call(createMerchantFeeRule, { params: { merchant_id }, body: toBody(form) }),
    meta: { quiet: true },
    onSuccess: async () => {
      onClose();
      await client.invalidateQueries({ queryKey: buildQueryKey(listMerchantFeeRules) });
      await showSuccess(t.agree.added);
    },
  });
  const submit = () => {
    setTried(true);
    if (form.name.trim() !== '' && !add.isPending) add.mutate();
  };
  return (
    <Modal opened onClose={onClose} title={t.agree.add} size={560} closeButtonProps={{ 'aria-label': t.close }}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap="md">
          <TextField
            label={t.agree.name}
            required
            maxLength={80}
            value={form.name}
            onChange={(name) => change({ name })}
            error={form.name.trim() === '' ? t.agree.name_missing : null}
            touched={is_tried}
          />
          <RuleFields form={form} onChange={change} />
          {add.isError && (
            <Alert color="red.9" variant="light" role="alert">
              {toProblem(add.error).detail}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t.agree.cancel}
            </Button>
            <Button type="submit" loading={add.isPending}>
              {t.agree.add}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function RuleFields({ form, onChange: change }: { form: Form; onChange: (part: Partial<Form>) => void }) {
  const t = messages().agree;
  const methods = FEE_METHODS.map((id) => ({ id, name: feeMethodLabel(id) }));
  const banks = VA_BANK_CHANNELS.map((id) => ({ id, name: bankShortName(id) }));
  return (
    <>
      <Group grow align="flex-start">
        <SelectField
          label={t.method}
          required
          options={methods}
          value={methods.find(({ id }) => id === form.method) ?? null}
          onChange={(item) => change({ method: item?.id ?? 'qris' })}
        />
        {form.method === 'virtual_account' && (
          <SelectField
            label={t.bank}
            clearable
            description={t.any_bank}
            options={banks}
            value={banks.find(({ id }) => id === form.channel_code) ?? null}
            onChange={(item) => change({ channel_code: item?.id ?? null })}
          />
        )}
      </Group>
      <Group grow align="flex-start">
        <NumberInput
          label={t.rate}
          min={0}
          max={100}
          decimalScale={2}
          decimalSeparator=","
          value={form.rate_percent}
          onChange={(value) => change({ rate_percent: Number(value) })}
        />
        <AmountField
          label={t.flat_amount}
          value={form.flat_amount}
          onChange={(flat_amount) => change({ flat_amount })}
        />
      </Group>
      <Group grow align="flex-start">
        <AmountField label={t.fee_min} value={form.fee_min} onChange={(fee_min) => change({ fee_min })} />
        <AmountField label={t.fee_max} value={form.fee_max} onChange={(fee_max) => change({ fee_max })} />
      </Group>
      <Group grow align="flex-start">
        <AmountField
          label={t.amount_from}
          value={form.amount_from}
          onChange={(amount_from) => change({ amount_from })}
        />
        <AmountField label={t.amount_to} value={form.amount_to} onChange={(amount_to) => change({ amount_to })} />
      </Group>
      <Group grow align="flex-start">
        <DateField
          label={t.effective_from}
          required
          value={form.effective_from}
          onChange={(effective_from) => change({ effective_from })}
        />
        <DateField
          label={t.effective_to}
          value={form.effective_to}
          onChange={(effective_to) => change({ effective_to })}
        />
      </Group>
    </>
  );
}
