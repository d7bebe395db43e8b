import { getIpAllowList, saveIpAllowList } from '@dasbor/contract/ip-allow-list';
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { buildQuery, buildQueryKey } from '../api/query.ts';
import { FailedState } from '../ui/failed-state.tsx';
import { Panel } from '../ui/panel.tsx';
import { CardSkeleton } from '../ui/skeletons.tsx';
import { showSuccess } from '../ui/toast.ts';
import { messages } from './messages.ts';

const parseLines = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Addresses from which people may use the dashboard. The server refuses a list without the user's own address. */
export function IpAllowListPanel() {
  const t = messages().ip_allow_list;
  const list = useQuery({ ...buildQuery(getIpAllowList), meta: { quiet: true } });
  return (
    <Panel title={t.title}>
      {list.isPending && <CardSkeleton lines={3} />}
      {list.isError && <FailedState detail={toProblem(list.error).detail} onRetry={() => void list.refetch()} />}
      {list.data !== undefined && <IpAllowListForm key={list.data.data.cidrs.join()} list={list.data.data} />}
    </Panel>
  );
}

function IpAllowListForm({ list }: { list: { cidrs: string[]; current_ip: string } }) {
  const t = messages().ip_allow_list;
  const client = useQueryClient();
  const saved_text = list.cidrs.join('\n');
  const [text, setText] = useState(saved_text);
  const saving = useMutation({
    mutationFn: () => call(saveIpAllowList, { body: { cidrs: parseLines(text) } }),
    // The error is shown at the field.
    meta: { quiet: true },
    onSuccess: async (saved) => {
      client.setQueryData(buildQueryKey(getIpAllowList), saved);
      await showSuccess(t.saved);
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate();
      }}
    >
      <Stack gap="sm">
        <Textarea
          label={t.label}
          description={t.description}
          placeholder="203.0.113.0/24"
          autosize
          minRows={3}
          maxRows={12}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={saving.isError ? toProblem(saving.error).detail : null}
        />
        <Group justify="space-between" gap="sm">
          <Text fz="sm" c="dimmed">
            {t.current_ip(list.current_ip)}
          </Text>
          <Button type="submit" loading={saving.isPending} disabled={text === saved_text}>
            {t.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
