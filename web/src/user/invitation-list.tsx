/** Invitations, newest first: of a merchant's users, or of the provider's staff. */
import type { InvitationStatus } from '@dasbor/contract/invitation';
import { Button, Group, Text } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { type Column, STATUS, TIME } from '../ui/column.tsx';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Instant } from '../ui/instant.tsx';
import { PanelTable } from '../ui/panel-table.tsx';
import { Panel } from '../ui/panel.tsx';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { messages } from './messages.ts';
import { useUserChange } from './mutations.ts';
import type { PagesState } from './people-list.tsx';
import { formatRole } from './role-options.ts';
import classes from './user.module.css';

/** An invitation as the list shows it. */
export interface InvitationRow {
  id: string;
  email: string;
  role: string;
  /** Of a custom role; absent for staff of the provider. */
  role_name?: string | null;
  status: InvitationStatus;
  invited_by: string;
  expires_at: string;
  sent_at: string | null;
  error: string | null;
  is_manageable: boolean;
}

interface Actions {
  /** Whether the signed-in user manages people at all. */
  may_manage: boolean;
  resend: (id: string) => Promise<unknown>;
  revoke: (id: string) => Promise<unknown>;
}

interface InvitationListProps extends Actions {
  query: PagesState;
  /** undefined until the first page has arrived. */
  rows: readonly InvitationRow[] | undefined;
  empty_line: string;
  /** The first step of the empty list. */
  invite: ReactNode;
}

export function InvitationList({ query, rows, empty_line, invite, ...actions }: InvitationListProps) {
  const t = messages();
  if (query.isPending) return <ListSkeleton rows={5} />;
  if (rows === undefined) {
    return <FailedState detail={query.error?.message ?? ''} onRetry={() => void query.refetch()} />;
  }
  return (
    <>
      <Panel flush>
        {rows.length === 0 ? (
          <EmptyState
            title={t.invitations.empty}
            icon={<IconMail size={22} stroke={1.6} />}
            {...(invite ? { action: invite } : {})}
          >
            {empty_line}
          </EmptyState>
        ) : (
          <PanelTable
            label={t.invitations.label}
            columns={listColumns(actions)}
            rows={rows}
            keyOf={({ id }) => id}
            renderCard={(row) => (
              <RowCard>
                <span className={classes.name}>{row.email}</span>
                <StatusOfInvitation row={row} />
                <SecondaryText>{formatRole(row)}</SecondaryText>
                <Buttons row={row} {...actions} />
              </RowCard>
            )}
          />
        )}
      </Panel>
      {query.hasNextPage && (
        <Group justify="center" mt="md">
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t.more}
          </Button>
        </Group>
      )}
    </>
  );
}

function listColumns(actions: Actions): Column<InvitationRow>[] {
  const t = messages();
  return [
    { id: 'email', label: t.columns.email, width_px: 220, render: ({ email }) => <span title={email}>{email}</span> },
    { id: 'role', label: t.columns.role, width_px: 130, is_whole: true, render: formatRole },
    { ...STATUS, id: 'status', label: t.columns.status, render: (row) => <StatusOfInvitation row={row} /> },
    { ...TIME, id: 'sent', label: t.columns.sent, priority: 2, render: (row) => <Sent row={row} /> },
    { ...TIME, id: 'expires', label: t.columns.expires, priority: 3, render: (row) => <Instant at={row.expires_at} /> },
    { id: 'invited_by', label: t.columns.invited_by, width_px: 150, priority: 1, render: (row) => row.invited_by },
    {
      id: 'actions',
      label: t.columns.actions,
      width_px: 270,
      is_whole: true,
      render: (row) => <Buttons row={row} {...actions} />,
    },
  ];
}

const StatusOfInvitation = ({ row: { status } }: { row: InvitationRow }) => (
  <StatusChip
    status={status}
    tone={status === 'accepted' ? 'success' : undefined}
    label={messages().invitations.statuses[status]}
  />
);

function Sent({ row: { sent_at, error } }: { row: InvitationRow }) {
  if (sent_at !== null) return <Instant at={sent_at} />;
  return (
    <Text span fz="sm" c={error === null ? 'dimmed' : 'red'} title={error ?? undefined}>
      {error ?? messages().invitations.not_sent}
    </Text>
  );
}

function Buttons({ row, may_manage, ...actions }: Actions & { row: InvitationRow }) {
  const t = messages().invitations;
  const [is_revoking, setRevoking] = useState(false);
  const resend = useUserChange(() => actions.resend(row.id), { done: t.resent });
  const revoke = useUserChange(() => actions.revoke(row.id), {
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
