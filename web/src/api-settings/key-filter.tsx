import { listApiKeys } from '@dasbor/contract/api-settings';
import { listSnapCredentials } from '@dasbor/contract/snap-credential';
import { Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { buildQuery } from '../api/query.ts';
import { FilterChip } from '../ui/filter-chip.tsx';
import { logMessages } from './log-messages.ts';

/** Chooses the API key or SNAP credential of the requests. */
export function KeyFilter({ value, onChange }: { value: string; onChange: (api_key_id: string) => void }) {
  const t = logMessages();
  const keys = useQuery({ ...buildQuery(listApiKeys), meta: { quiet: true } });
  const credentials = useQuery({ ...buildQuery(listSnapCredentials), meta: { quiet: true } });
  const listed = [
    ...(keys.data?.data ?? []).map(({ id, name, last4 }) => ({ id, name, end: last4 })),
    ...(credentials.data?.data ?? []).map(({ id, name, client_key }) => ({ id, name, end: client_key.slice(-4) })),
  ];
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
            {listed.map(({ id, name: label, end }) => (
              <Radio key={id} size="sm" value={id} label={`${label} (…${end})`} />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </FilterChip>
  );
}
