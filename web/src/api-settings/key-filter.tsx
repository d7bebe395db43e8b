import { listApiKeys } from '@dasbor/contract/api-settings';
import { Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { buildQuery } from '../api/query.ts';
import { FilterChip } from '../ui/filter-chip.tsx';
import { logMessages } from './log-messages.ts';

/** Chooses the API key of the requests. */
export function KeyFilter({ value, onChange }: { value: string; onChange: (api_key_id: string) => void }) {
  const t = logMessages();
  const keys = useQuery({ ...buildQuery(listApiKeys), meta: { quiet: true } });
  const listed = keys.data?.data ?? [];
  const name = value === '' ? undefined : (listed.find(({ id }) => id === value)?.name ?? value);
  return (
    <FilterChip label={t.columns.key} value={name} onClear={() => onChange('')}>
      {(close) => (
        <Radio.Group
          aria-label={t.columns.key}
          value={value}
          onChange={(id) => {
            onChange(id);
            close();
          }}
        >
          <Stack gap={8} miw={180} mah={320} style={{ overflowY: 'auto' }}>
            {listed.map((key) => (
              <Radio key={key.id} size="sm" value={key.id} label={`${key.name} (…${key.last4})`} />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </FilterChip>
  );
}
