import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { AmountField } from '../ui/amount-field.tsx';
import type { EntryFilter } from './filter.ts';
import { messages } from './messages.ts';

type AmountPart = Pick<EntryFilter, 'amount_min' | 'amount_max'>;

/** A range of amounts; both ends are optional. */
export function AmountEditor({ filter, onApply }: { filter: AmountPart; onApply: (part: AmountPart) => void }) {
  const [min, setMin] = useState(filter.amount_min ?? null);
  const [max, setMax] = useState(filter.amount_max ?? null);
  const t = messages().filter;
  const is_reversed = min !== null && max !== null && max < min;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!is_reversed) onApply({ amount_min: min ?? undefined, amount_max: max ?? undefined });
      }}
    >
      <Stack gap="sm" w={220}>
        <AmountField label={t.min} value={min} onChange={setMin} data_autofocus />
        <AmountField
          label={t.max}
          value={max}
          onChange={setMax}
          touched={is_reversed}
          error={is_reversed ? t.max_below_min : null}
        />
        <Button type="submit" disabled={is_reversed || (min === null && max === null)}>
          {t.apply}
        </Button>
      </Stack>
    </form>
  );
}
