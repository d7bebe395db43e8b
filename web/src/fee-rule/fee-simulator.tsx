import { VA_BANK_CHANNELS, bankShortName } from '@dasbor/contract/bank';
import { translateFeeRuleName } from '@dasbor/contract/fee-rule-names';
import { type FeeMethod, previewFee } from '@dasbor/contract/fee-rule';
import { toBusinessDay } from '@dasbor/contract/time';
import { Alert, Button, Group, NativeSelect, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { Amount } from '../ui/amount.tsx';
import { AmountField } from '../ui/amount-field.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { DateField } from '../ui/date-field.tsx';
import { formatAppliedLimit, formatFeeCalculation, formatVatCalculation } from '../ui/format-fee.ts';
import { formatFeeMethod } from './price-labels.ts';
import { messages } from './messages.ts';
import classes from './pricing.module.css';

/** Methods that are available today. */
const METHODS: readonly FeeMethod[] = ['qris', 'virtual_account', 'deposit', 'refund_transfer'];

/** Calculates the fee of a payment on a day, and names the rule. */
export function FeeSimulator() {
  const t = messages().calculator;
  const [amount, setAmount] = useState<number | null>(100_000);
  const [method, setMethod] = useState<FeeMethod>('qris');
  const [bank, setBank] = useState<string>(VA_BANK_CHANNELS[0]);
  const [day, setDay] = useState(() => toBusinessDay(new Date()));
  const preview = useMutation({
    mutationFn: () =>
      call(previewFee, {
        body: {
          amount: amount ?? 0,
          method,
          ...(method === 'virtual_account' ? { channel_code: bank } : {}),
          ...(day === '' ? {} : { paid_on: day }),
        },
      }),
    meta: { quiet: true },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (amount !== null && amount > 0) preview.mutate();
  };
  const found = preview.data?.data;
  return (
    <form className={classes.simulator} onSubmit={submit} aria-label={t.title}>
      <Text fw={600}>{t.title}</Text>
      <div className={classes.fields}>
        <AmountField label={t.amount} value={amount} onChange={setAmount} />
        <NativeSelect
          label={t.method}
          value={method}
          onChange={(event) => setMethod(event.currentTarget.value as FeeMethod)}
          data={METHODS.map((value) => ({ value, label: formatFeeMethod(value) }))}
        />
        {method === 'virtual_account' && (
          <NativeSelect
            label={t.bank}
            value={bank}
            onChange={(event) => setBank(event.currentTarget.value)}
            data={VA_BANK_CHANNELS.map((value) => ({ value, label: bankShortName(value) }))}
          />
        )}
        <DateField label={t.day} value={day} onChange={setDay} />
      </div>
      <Group justify="flex-end">
        <Button type="submit" variant="light" size="xs" loading={preview.isPending}>
          {t.calculate}
        </Button>
      </Group>
      {preview.isError && (
        <Alert color="red" role="alert">
          {toProblem(preview.error).detail}
        </Alert>
      )}
      {found && (
        <dl className={classes.result} aria-label={t.result} role="group">
          <Line
            name={t.fee(
              found.bound === null
                ? formatFeeCalculation(found.rule, calculateGrossAmount(found))
                : (formatAppliedLimit(found.rule, found.bound) ?? ''),
            )}
            amount={-found.fee_amount}
          />
          <Line name={t.vat(formatVatCalculation(found.rule, found.fee_amount))} amount={-found.fee_vat_amount} />
          <Line name={t.net} amount={found.net_amount} />
          <Text fz="xs" c="dimmed">
            {found.rule.is_own
              ? t.rule_own(found.rule.name, found.rule.version)
              : t.rule(translateFeeRuleName(found.rule.name, currentLanguage()), found.rule.version)}
          </Text>
        </dl>
      )}
    </form>
  );
}

/** The amount of the calculation; the field may have changed since. */
const calculateGrossAmount = (result: { fee_amount: number; fee_vat_amount: number; net_amount: number }): number =>
  result.net_amount + result.fee_amount + result.fee_vat_amount;

const Line = ({ name, amount }: { name: string; amount: number }) => (
  <div className={classes.line}>
    <dt>{name}</dt>
    <dd>
      <Amount value={amount === 0 ? 0 : amount} />
    </dd>
  </div>
);
