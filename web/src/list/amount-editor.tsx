import { Button, SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import { AmountField } from '../ui/amount-field.tsx';

export interface AmountRange {
  amount_min?: number | undefined;
  amount_max?: number | undefined;
}

const KINDS = [
  { value: 'least', label: '≥' },
  { value: 'most', label: '≤' },
  { value: 'equal', label: '=' },
  { value: 'between', label: 'Between' },
] as const;
export type AmountKind = (typeof KINDS)[number]['value'];

/** The kind of comparison that a filter stands for. */
export function getComparison({ amount_min: min, amount_max: max }: AmountRange): AmountKind {
  if (min !== undefined && max !== undefined) return min === max ? 'equal' : 'between';
  return max === undefined ? 'least' : 'most';
}

/** The filter of a comparison; undefined while an amount is missing or the greater one comes first. */
export function buildAmountRange(
  kind: AmountKind,
  first: number | null,
  second: number | null,
): AmountRange | undefined {
  if (first === null) return undefined;
  if (kind === 'least') return { amount_min: first };
  if (kind === 'most') return { amount_max: first };
  if (kind === 'equal') return { amount_min: first, amount_max: first };
  return second === null || second < first ? undefined : { amount_min: first, amount_max: second };
}

/** At least, at most, exactly or between amounts. */
export function AmountEditor({ range, onApply }: { range: AmountRange; onApply: (range: AmountRange) => void }) {
  const [kind, setKind] = useState<AmountKind>(getComparison(range));
  const [first, setFirst] = useState(range.amount_min ?? range.amount_max ?? null);
  const [second, setSecond] = useState(kind === 'between' ? (range.amount_max ?? null) : null);
  const next = buildAmountRange(kind, first, second);
  const is_reversed = kind === 'between' && first !== null && second !== null && second < first;
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
          aria-label="Comparison"
          data={KINDS.map((one) => ({ ...one }))}
          value={kind}
          onChange={(value) => setKind(value as AmountKind)}
        />
        <AmountField label={kind === 'between' ? 'From' : 'Amount'} value={first} onChange={setFirst} data_autofocus />
        {kind === 'between' && (
          <AmountField
            label="To"
            value={second}
            onChange={setSecond}
            touched={is_reversed}
            error={is_reversed ? 'This is less than the first amount.' : null}
          />
        )}
        <Button type="submit" disabled={next === undefined}>
          Apply
        </Button>
      </Stack>
    </form>
  );
}
