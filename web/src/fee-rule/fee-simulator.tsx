import { VA_BANK_CHANNELS } from '@dasbor/contract/bank';
import { type FeeMethod, previewFee } from '@dasbor/contract/fee-rule';
import { toBusinessDay } from '@dasbor/contract/time';
import { Alert, Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { Amount } from '../ui/amount.tsx';
import { AmountField } from '../ui/amount-field.tsx';
import { formatFeeCalculation, formatFeeLimits, formatVatCalculation } from '../ui/format-fee.ts';
import { feeMethodLabel } from './price-labels.ts';
import classes from './pricing.module.css';

/** What has a price today; others are priced once they can be taken. */
const METHODS: readonly FeeMethod[] = ['qris', 'virtual_account', 'deposit', 'refund_transfer'];

/** What a payment would cost on a day, and by which rule. */
export function FeeSimulator() {
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
    <form className={classes.simulator} onSubmit={submit} aria-label="What would a payment cost?">
      <Text fw={600}>What would a payment cost?</Text>
      <div className={classes.fields}>
        <AmountField label="Amount" value={amount} onChange={setAmount} />
        <NativeSelect
          label="Paid by"
          value={method}
          onChange={(event) => setMethod(event.currentTarget.value as FeeMethod)}
          data={METHODS.map((value) => ({ value, label: feeMethodLabel(value) }))}
        />
        {method === 'virtual_account' && (
          <NativeSelect
            label="Bank"
            value={bank}
            onChange={(event) => setBank(event.currentTarget.value)}
            data={[...VA_BANK_CHANNELS]}
          />
        )}
        <TextInput type="date" label="Day (WIB)" value={day} onChange={(event) => setDay(event.currentTarget.value)} />
      </div>
      <Group justify="flex-end">
        <Button type="submit" variant="light" size="xs" loading={preview.isPending}>
          Work it out
        </Button>
      </Group>
      {preview.isError && (
        <Alert color="red" role="alert">
          {toProblem(preview.error).detail}
        </Alert>
      )}
      {found && (
        <dl className={classes.worked} aria-label="Worked fee" role="group">
          <Line
            name={`Fee: ${found.bound === null ? formatFeeCalculation(found.rule, grossOf(found)) : formatFeeLimits(found.rule)}`}
            amount={-found.fee_amount}
          />
          <Line name={`PPN: ${formatVatCalculation(found.rule, found.fee_amount)}`} amount={-found.fee_vat_amount} />
          <Line name="You receive" amount={found.net_amount} />
          <Text fz="xs" c="dimmed">
            By {found.rule.name}, version {found.rule.version}
            {found.rule.is_own ? ', your own price' : ''}
          </Text>
        </dl>
      )}
    </form>
  );
}

/** The amount that was asked about: the field may have changed since. */
const grossOf = (worked: { fee_amount: number; fee_vat_amount: number; net_amount: number }): number =>
  worked.net_amount + worked.fee_amount + worked.fee_vat_amount;

const Line = ({ name, amount }: { name: string; amount: number }) => (
  <div className={classes.line}>
    <dt>{name}</dt>
    <dd>
      <Amount value={amount === 0 ? 0 : amount} />
    </dd>
  </div>
);
