import { listCurrentOutages } from '@dasbor/contract/outage';
import { Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLiveBatch } from '../api/live-batch.ts';
import { buildQuery, buildQueryKey } from '../api/query.ts';
import { Callout } from '../ui/callout.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { formatInstant } from '../ui/instant.tsx';
import { messages } from './messages.ts';

/** Outages that apply now or begin soon. */
export function CurrentOutages() {
  const client = useQueryClient();
  const found = useQuery({ ...buildQuery(listCurrentOutages), meta: { quiet: true } });
  useLiveBatch('announcement', () => void client.invalidateQueries({ queryKey: buildQueryKey(listCurrentOutages) }));
  const rows = found.data?.data ?? [];
  if (rows.length === 0) return null;
  return (
    <Stack gap="xs" component="section" aria-label={messages().title}>
      {rows.map((row) => (
        <Callout key={row.id} kind="warning">
          {row[`text_${currentLanguage()}`]}
          <Text fz="xs" c="dimmed">
            {row.is_current
              ? messages().until(formatInstant(row.ends_at))
              : messages().planned(formatInstant(row.starts_at), formatInstant(row.ends_at))}
          </Text>
        </Callout>
      ))}
    </Stack>
  );
}
