import { listSessions, revokeOtherSessions, revokeSession } from '@dasbor/contract/auth';
import { formatBrowser } from '@dasbor/contract/browser';
import type { Output } from '@dasbor/contract/route';
import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { buildQuery, buildQueryKey } from '../api/query.ts';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { formatRelative } from '../ui/instant.tsx';
import { Panel } from '../ui/panel.tsx';
import { CardSkeleton } from '../ui/skeletons.tsx';
import { showSuccess } from '../ui/toast.ts';
import { messages } from './messages.ts';

type Session = Output<typeof listSessions>['data'][number];

/** The devices that are signed in; one or all others can be signed out. */
export function SessionsPanel() {
  const t = messages().sessions;
  const sessions = useQuery({ ...buildQuery(listSessions), meta: { quiet: true } });
  const cache = useQueryClient();
  const [asks, setAsks] = useState(false);
  const refresh = () => cache.invalidateQueries({ queryKey: buildQueryKey(listSessions) });
  const ending = useMutation({
    mutationFn: (id: string) => call(revokeSession, { params: { id } }),
    onSuccess: () => void showSuccess(messages().sessions.ended),
    onSettled: refresh,
  });
  const ending_others = useMutation({
    mutationFn: () => call(revokeOtherSessions),
    onSuccess: ({ data }) => {
      void showSuccess(messages().sessions.others_ended(data.ended));
      setAsks(false);
    },
    onSettled: refresh,
  });
  const rows = sessions.data?.data ?? [];
  return (
    <Panel
      title={t.title}
      actions={
        rows.length > 1 && (
          <Button variant="default" size="compact-sm" onClick={() => setAsks(true)}>
            {t.end_others}
          </Button>
        )
      }
    >
      <Text c="dimmed" fz="sm" mb="sm">
        {t.line}
      </Text>
      {sessions.isPending && <CardSkeleton lines={3} />}
      {sessions.isError && <FailedState detail={sessions.error.message} onRetry={() => void sessions.refetch()} />}
      <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {rows.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            is_busy={ending.isPending && ending.variables === session.id}
            onEnd={() => ending.mutate(session.id)}
          />
        ))}
      </Stack>
      <ConfirmModal
        opened={asks}
        title={t.end_others}
        confirm={t.end_others}
        is_dangerous
        is_busy={ending_others.isPending}
        onConfirm={() => ending_others.mutate()}
        onClose={() => setAsks(false)}
      >
        {t.end_others_text}
      </ConfirmModal>
    </Panel>
  );
}

function SessionRow({ session, is_busy, onEnd }: { session: Session; is_busy: boolean; onEnd: () => void }) {
  const t = messages().sessions;
  const device = formatBrowser(session.user_agent) ?? t.unknown_device;
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="sm">
      <div style={{ minWidth: 0 }}>
        <Group gap="xs">
          <Text fw={600} fz="sm">
            {device}
          </Text>
          {session.is_current && (
            <Badge variant="light" size="sm">
              {t.current}
            </Badge>
          )}
        </Group>
        <Text c="dimmed" fz="xs">
          {[
            session.ip ?? t.unknown_address,
            session.city,
            t.signed_in(formatRelative(session.created_at)),
            t.last_seen(formatRelative(session.last_seen_at)),
          ]
            .filter((part) => part !== null)
            .join(' · ')}
        </Text>
      </div>
      {!session.is_current && (
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          loading={is_busy}
          onClick={onEnd}
          aria-label={t.end_of(device)}
          style={{ flexShrink: 0 }}
        >
          {t.end}
        </Button>
      )}
    </Group>
  );
}
