import type { CallBody } from '@dasbor/contract/route';
import { calculateDraftFee } from '@dasbor/contract/standard-fee-rule';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { buildQueryKey } from '../api/query.ts';
import { Amount } from '../ui/amount.tsx';
import { AmountField } from '../ui/amount-field.tsx';
import { messages } from './messages.ts';
import classes from './pricing.module.css';

const EXAMPLE_AMOUNT = 100_000;
type Terms = Omit<CallBody<typeof calculateDraftFee>, 'amount'>;

/** The fee of an amount by the version in the form. */
export function DraftFee({ terms }: { terms: Terms }) {
  const { agree: t } = messages();
  const [amount, setAmount] = useState<number | null>(EXAMPLE_AMOUNT);
  const { method, rate_bps, flat_amount, fee_min, fee_max } = terms;
  const limits = { ...(fee_min === undefined ? {} : { fee_min }), ...(fee_max === undefined ? {} : { fee_max }) };
  // While the maximum is typed, it is below the minimum for a moment.
  const is_valid = (amount ?? 0) > 0 && (fee_max ?? Infinity) >= (fee_min ?? 0);
  const body = { method, rate_bps, flat_amount: flat_amount ?? 0, ...limits, amount: amount ?? 0 };
  const preview = useQuery({
    queryKey: [...buildQueryKey(calculateDraftFee), body],
    queryFn: ({ signal }) => call(calculateDraftFee, { body, signal }),
    enabled: is_valid,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const found = preview.data?.data;
  return (
    <section className={classes.simulator} aria-label={t.preview}>
      <AmountField label={t.preview_amount} value={amount} onChange={setAmount} />
      {found !== undefined && (
        <dl className={classes.result}>
          {(
            [
              [t.preview_fee, found.fee_amount],
              [t.preview_vat, found.fee_vat_amount],
              [t.preview_net, found.net_amount],
            ] as const
          ).map(([name, value]) => (
            <div key={name} className={classes.line}>
              <dt>{name}</dt>
              <dd>
                <Amount value={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
