import { VA_BANK_CHANNELS, bankShortName } from '@dasbor/contract/bank';
import * as duration from '@dasbor/contract/duration';
import {
  FEE_CLASSES,
  FEE_METHODS,
  type FeeClass,
  type FeeMethod,
  createMerchantFeeRule,
} from '@dasbor/contract/fee-rule';
import { addStandardFeeRule } from '@dasbor/contract/standard-fee-rule';
import { toBusinessDay } from '@dasbor/contract/time';
import { TRANSFER_RAILS, railLabel } from '@dasbor/contract/transfer-rail';
import { Group, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { DateField } from '../ui/date-field.tsx';
import { FormModal } from '../ui/form-modal.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { DraftFee } from './draft-fee.tsx';
import { messages } from './messages.ts';
import { useFeeRuleChange } from './mutations.ts';
import { formatFeeClass, formatFeeMethod } from './price-labels.ts';

const BASIS_POINTS_PER_PERCENT = 100;

interface Form {
  name: string;
  method: FeeMethod;
  channel_code: string | null;
  criteria: FeeClass | null;
  rate_percent: number;
  flat_amount: number | null;
  fee_min: number | null;
  fee_max: number | null;
  amount_from: number | null;
  amount_to: number | null;
  effective_from: string;
  effective_to: string;
}

const buildForm = (first_day: string): Form => ({
  name: '',
  method: 'qris',
  channel_code: null,
  criteria: null,
  rate_percent: 0.7,
  flat_amount: null,
  fee_min: null,
  fee_max: null,
  amount_from: null,
  amount_to: null,
  effective_from: first_day,
  effective_to: '',
});

/** Methods whose fee depends on the bank or, of disbursements, on the rail. */
const CHANNEL_METHODS: readonly FeeMethod[] = ['virtual_account', 'disbursement'];

const toBody = (form: Form) => ({
  name: form.name.trim(),
  method: form.method,
  ...(CHANNEL_METHODS.includes(form.method) && form.channel_code !== null ? { channel_code: form.channel_code } : {}),
  rate_bps: Math.round(form.rate_percent * BASIS_POINTS_PER_PERCENT),
  flat_amount: form.flat_amount ?? 0,
  amount_from: form.amount_from ?? 0,
  ...(form.amount_to === null ? {} : { amount_to: form.amount_to }),
  ...(form.fee_min === null ? {} : { fee_min: form.fee_min }),
  ...(form.fee_max === null ? {} : { fee_max: form.fee_max }),
  effective_from: form.effective_from,
  ...(form.effective_to === '' ? {} : { effective_to: form.effective_to }),
});

/** A standard rule starts tomorrow at the earliest. */
const calculateFirstDay = (is_standard: boolean): string =>
  toBusinessDay(new Date(Date.now() + (is_standard ? duration.days(1) : 0)));

interface AddRuleModalProps {
  /** null: a standard rule. */
  merchant_id: string | null;
  onClose: () => void;
}

/** A new version of a fee rule, with the fee of an amount before it is saved. */
export function AddRuleModal({ merchant_id, onClose }: AddRuleModalProps) {
  const t = messages();
  const [form, setForm] = useState(() => buildForm(calculateFirstDay(merchant_id === null)));
  const [is_tried, setTried] = useState(false);
  const change = (part: Partial<Form>) => setForm((before) => ({ ...before, ...part }));
  const [refusal, setRefusal] = useState<string | null>(null);
  const add = useFeeRuleChange(
    () => {
      const body = toBody(form);
      if (merchant_id !== null) return call(createMerchantFeeRule, { params: { merchant_id }, body });
      const criteria = form.method === 'qris' && form.criteria !== null ? { criteria: form.criteria } : {};
      return call(addStandardFeeRule, { body: { ...body, ...criteria } });
    },
    { done: t.agree.added, onDone: onClose, onRefused: setRefusal },
  );
  const submit = () => {
    setTried(true);
    setRefusal(null);
    if (form.name.trim() !== '') add.mutate();
  };
  return (
    <FormModal
      title={t.agree.add}
      submit={t.agree.add}
      refusal={refusal}
      is_busy={add.isPending}
      size={560}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t.agree.name}
        required
        maxLength={80}
        value={form.name}
        onChange={(name) => change({ name })}
        error={form.name.trim() === '' ? t.agree.name_missing : null}
        touched={is_tried}
      />
      <RuleFields form={form} has_criteria={merchant_id === null} onChange={change} />
      <DraftFee terms={toBody(form)} />
    </FormModal>
  );
}

interface RuleFieldsProps {
  form: Form;
  /** Standard QRIS rules may be of one category. */
  has_criteria: boolean;
  onChange: (part: Partial<Form>) => void;
}

function RuleFields({ form, has_criteria, onChange: change }: RuleFieldsProps) {
  const t = messages().agree;
  const methods = FEE_METHODS.map((id) => ({ id, name: formatFeeMethod(id) }));
  const banks = VA_BANK_CHANNELS.map((id) => ({ id, name: bankShortName(id) }));
  const rails = TRANSFER_RAILS.map((rail) => ({ id: rail.toUpperCase(), name: railLabel(rail, currentLanguage()) }));
  const classes = FEE_CLASSES.map((id) => ({ id, name: `${formatFeeClass(id)} (${id})` }));
  return (
    <>
      <Group grow align="flex-start">
        <SelectField
          label={t.method}
          required
          options={methods}
          value={methods.find(({ id }) => id === form.method) ?? null}
          onChange={(item) => change({ method: item?.id ?? 'qris', channel_code: null })}
        />
        {has_criteria && form.method === 'qris' && (
          <SelectField
            label={t.criteria}
            clearable
            options={classes}
            value={classes.find(({ id }) => id === form.criteria) ?? null}
            onChange={(item) => change({ criteria: item?.id ?? null })}
          />
        )}
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
        {form.method === 'disbursement' && (
          <SelectField
            label={t.rail}
            clearable
            description={t.any_rail}
            options={rails}
            value={rails.find(({ id }) => id === form.channel_code) ?? null}
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
