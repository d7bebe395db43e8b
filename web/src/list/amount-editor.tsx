import { Button, SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import { AmountField } from '../ui/amount-field.tsx';
import { messages } from './messages.ts';

export interface AmountRange {
  amount_min?: number | undefined;
  amount_max?: number | undefined;
}

const SYMBOLS = { at_least: '≥', at_most: '≤', equal: '=' } as const;
export type Comparison = keyof typeof SYMBOLS | 'between';

/** The comparison that a filter makes. */
export function getComparison({ amount_min: min, amount_max: max }: AmountRange): Comparison {
  if (min !== undefined && max !== undefined) return min === max ? 'equal' : 'between';
  return max === undefined ? 'at_least' : 'at_most';
}

/** The filter of a comparison; undefined while an amount is missing or the range is reversed. */
export function buildAmountRange(
  comparison: Comparison,
  first: number | null,
  second: number | null,
): AmountRange | undefined {
  if (first === null) return undefined;
  if (comparison === 'at_least') return { amount_min: first };
  if (comparison === 'at_most') return { amount_max: first };
  if (comparison === 'equal') return { amount_min: first, amount_max: first };
  return second === null || second < first ? undefined : { amount_min: first, amount_max: second };
}

/** At least, at most, exactly or between amounts. */
export function AmountEditor({ range, onApply }: { range: AmountRange; onApply: (range: AmountRange) => void }) {
  const t = messages().amount;
  const [comparison, setComparison] = useState<Comparison>(getComparison(range));
  const [first, setFirst] = useState(range.amount_min ?? range.amount_max ?? null);
  const [second, setSecond] = useState(comparison === 'between' ? (range.amount_max ?? null) : null);
  const next = buildAmountRange(comparison, first, second);
  const is_reversed = comparison === 'between' && first !== null && second !== null && second < first;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (next) onApply(next);
      }}
    >
      <Stack gap="sm" w={250}>
        <SegmentedControl
          size="xs"
          aria-label={t.comparison}
          data={[
            ...Object.entries(SYMBOLS).map(([value, label]) => ({ value, label })),
            { value: 'between', label: t.between },
          ]}
          value={comparison}
          onChange={(value) => setComparison(value as Comparison)}
        />
        <AmountField
          label={comparison === 'between' ? t.from : t.amount}
          value={first}
          onChange={setFirst}
          data_autofocus
        />
        {comparison === 'between' && (
          <AmountField
            label={t.to}
            value={second}
            onChange={setSecond}
            touched={is_reversed}
            error={is_reversed ? t.reversed : null}
          />
        )}
        <Button type="submit" disabled={next === undefined}>
          {t.apply}
        </Button>
      </Stack>
    </form>
  );
}
