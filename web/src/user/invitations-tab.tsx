import { type Invitation, listInvitations, resendInvitation, revokeInvitation } from '@dasbor/contract/invitation';
import { Button, Group, Text } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '../api/call.ts';
import { buildPagesQuery } from '../api/query.ts';
import { useMay } from '../api/signed-in.ts';
import { type Column, STATUS, TIME } from '../ui/column.tsx';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Instant } from '../ui/instant.tsx';
import { PanelTable } from '../ui/panel-table.tsx';
import { Panel } from '../ui/panel.tsx';
import { Quiet, RowCard } from '../ui/row-card.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { messages } from './messages.ts';
import { useUserChange } from './mutations.ts';
import { formatRole } from './role-options.ts';
import classes from './user.module.css';

/** Invitations, newest first. */
export function InvitationsTab({ invite }: { invite: ReactNode }) {
  const t = messages();
  const invitations = useInfiniteQuery({ ...buildPagesQuery(listInvitations, {}), meta: { quiet: true } });
  if (invitations.isPending) return <ListSkeleton rows={5} />;
  if (invitations.data === undefined) {
    return <FailedState detail={invitations.error.message} onRetry={() => void invitations.refetch()} />;
  }
  const rows = invitations.data.pages.flatMap(({ data }) => data);
  return (
    <>
      <Panel flush>
        {rows.length === 0 ? (
          <EmptyState
            title={t.invitations.empty}
            icon={<IconMail size={22} stroke={1.6} />}
            {...(invite ? { action: invite } : {})}
          >
            {t.invitations.empty_line}
          </EmptyState>
        ) : (
          <PanelTable
            label={t.invitations.label}
            columns={listColumns()}
            rows={rows}
            keyOf={({ id }) => id}
            renderCard={(row) => (
              <RowCard>
                <span className={classes.name}>{row.email}</span>
                <InvitationStatus row={row} />
                <Quiet>{formatRole(row)}</Quiet>
                <Buttons row={row} />
              </RowCard>
            )}
          />
        )}
      </Panel>
      {invitations.hasNextPage && (
        <Group justify="center" mt="md">
          <Button
            variant="default"
            loading={invitations.isFetchingNextPage}
            onClick={() => void invitations.fetchNextPage()}
          >
            {t.more}
          </Button>
        </Group>
      )}
    </>
  );
}

function listColumns(): Column<Invitation>[] {
  const t = messages();
  return [
    { id: 'email', label: t.columns.email, width_px: 220, render: ({ email }) => <span title={email}>{email}</span> },
    { id: 'role', label: t.columns.role, width_px: 130, is_whole: true, render: formatRole },
    { ...STATUS, id: 'status', label: t.columns.status, render: (row) => <InvitationStatus row={row} /> },
    { ...TIME, id: 'sent', label: t.columns.sent, priority: 2, render: (row) => <Sent row={row} /> },
    { ...TIME, id: 'expires', label: t.columns.expires, priority: 3, render: (row) => <Instant at={row.expires_at} /> },
    { id: 'invited_by', label: t.columns.invited_by, width_px: 150, priority: 1, render: (row) => row.invited_by },
    { id: 'actions', label: t.columns.actions, width_px: 210, is_whole: true, render: (row) => <Buttons row={row} /> },
  ];
}

const InvitationStatus = ({ row: { status } }: { row: Invitation }) => (
  <StatusChip
    status={status}
    meaning={status === 'accepted' ? 'done' : undefined}
    label={messages().invitations.statuses[status]}
  />
);

function Sent({ row: { sent_at, error } }: { row: Invitation }) {
  if (sent_at !== null) return <Instant at={sent_at} />;
  return (
    <Text span fz="sm" c={error === null ? 'dimmed' : 'red'} title={error ?? undefined}>
      {error ?? messages().invitations.not_sent}
    </Text>
  );
}

function Buttons({ row }: { row: Invitation }) {
  const t = messages().invitations;
  const may_manage = useMay('Users', 'manage');
  const [is_revoking, setRevoking] = useState(false);
  const params = { id: row.id };
  const resend = useUserChange(() => call(resendInvitation, { params }), { done: t.resent });
  const revoke = useUserChange(() => call(revokeInvitation, { params }), {
    done: t.revoked,
    onDone: () => setRevoking(false),
  });
  if (!may_manage || !row.is_manageable) return null;
  return (
    <Group gap={6} wrap="nowrap">
      <Button
        size="compact-sm"
        variant="default"
        loading={resend.isPending}
        aria-label={t.resend_of(row.email)}
        onClick={() => resend.mutate(undefined)}
      >
        {t.resend}
      </Button>
      <Button size="compact-sm" variant="default" aria-label={t.revoke_of(row.email)} onClick={() => setRevoking(true)}>
        {t.revoke}
      </Button>
      <ConfirmModal
        opened={is_revoking}
        title={t.revoke_title}
        confirm={t.revoke}
        is_dangerous
        is_busy={revoke.isPending}
        onConfirm={() => revoke.mutate(undefined)}
        onClose={() => setRevoking(false)}
      >
        <Text fz="sm">{t.revoke_line(row.email)}</Text>
      </ConfirmModal>
    </Group>
  );
}
