import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FilterChip } from '../ui/filter-chip.tsx';
import { type SettlementListFilter, isAccountLast4 } from './filter.ts';
import { messages } from './messages.ts';

interface AccountFilterProps {
  filter: SettlementListFilter;
  onChange: (part: Partial<SettlementListFilter>) => void;
}

/** Filters by the bank account of the payout, by the digits that the list shows. */
export function AccountFilter({ filter: { account_last4 }, onChange }: AccountFilterProps) {
  const label = messages().account_filter.label;
  return (
    <FilterChip
      label={label}
      value={account_last4 === '' ? undefined : `•••• ${account_last4}`}
      onClear={() => onChange({ account_last4: '' })}
    >
      {(close) => (
        <AccountForm
          digits={account_last4}
          onApply={(digits) => {
            onChange({ account_last4: digits });
            close();
          }}
        />
      )}
    </FilterChip>
  );
}

function AccountForm({ digits, onApply }: { digits: string; onApply: (digits: string) => void }) {
  const t = messages().account_filter;
  const [text, setText] = useState(digits);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isAccountLast4(text)) onApply(text);
      }}
    >
      <Stack gap="sm" w={220}>
        <TextInput
          label={t.digits}
          inputMode="numeric"
          maxLength={4}
          value={text}
          onChange={(event) => setText(event.currentTarget.value.replaceAll(/\D/g, ''))}
        />
        <Button type="submit" size="compact-sm" disabled={!isAccountLast4(text)}>
          {t.apply}
        </Button>
      </Stack>
    </form>
  );
}
