import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { AmountField } from '../ui/amount-field.tsx';
import type { EntryFilter } from './filter.ts';

type AmountPart = Pick<EntryFilter, 'amount_min' | 'amount_max'>;

/** From one amount to another; either may stay open. */
export function AmountEditor({ filter, onApply }: { filter: AmountPart; onApply: (part: AmountPart) => void }) {
  const [least, setLeast] = useState(filter.amount_min ?? null);
  const [most, setMost] = useState(filter.amount_max ?? null);
  const is_reversed = least !== null && most !== null && most < least;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!is_reversed) onApply({ amount_min: least ?? undefined, amount_max: most ?? undefined });
      }}
    >
      <Stack gap="sm" w={220}>
        <AmountField label="From" value={least} onChange={setLeast} data_autofocus />
        <AmountField
          label="To"
          value={most}
          onChange={setMost}
          touched={is_reversed}
          error={is_reversed ? 'This is less than the first amount.' : null}
        />
        <Button type="submit" disabled={is_reversed || (least === null && most === null)}>
          Apply
        </Button>
      </Stack>
    </form>
  );
}
