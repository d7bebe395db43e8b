import type { AccountGroupDetail } from '@dasbor/contract/account-group-fields';
import {
  type AccountGroupUser,
  inviteAccountGroupUser,
  listAccountGroupUsers,
  removeAccountGroupUser,
  revokeAccountGroupInvitation,
} from '@dasbor/contract/account-group-user';
import { Button, Text } from '@mantine/core';
import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { buildQuery } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { type Column, STATUS, TIME, renderText } from '../ui/column.tsx';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FormModal } from '../ui/form-modal.tsx';
import { Instant } from '../ui/instant.tsx';
import { PanelRows } from '../ui/panel-rows.tsx';
import { Panel } from '../ui/panel.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { type Tone, StatusChip } from '../ui/status-chip.tsx';
import { TextField } from '../ui/text-field.tsx';
import { messages } from './messages.ts';
import { useGroupChange } from './mutations.ts';

const TONES: Record<AccountGroupUser['status'], Tone> = { active: 'success', pending: 'pending', expired: 'neutral' };

type OnRemove = ((user: AccountGroupUser) => void) | undefined;

/** Users with read access to the merchants of the group, and open invitations. */
export function UsersTab({ group }: { group: AccountGroupDetail }) {
  const t = messages().users;
  const may_manage = useHasAccess('Account Groups', 'manage');
  const [is_inviting, setInviting] = useState(false);
  const [removed, setRemoved] = useState<AccountGroupUser | null>(null);
  const list = useQuery({
    ...buildQuery(listAccountGroupUsers, { params: { id: group.id } }),
    meta: { quiet: true },
  });
  const rows = list.data?.data ?? [];
  const onRemove = may_manage ? setRemoved : undefined;
  return (
    <Panel
      title={t.label}
      flush={rows.length > 0}
      actions={
        <ActionButton
          disabled_reason={may_manage ? undefined : messages().denied}
          leftSection={<IconUserPlus size={16} aria-hidden />}
          onClick={() => setInviting(true)}
        >
          {t.invite}
        </ActionButton>
      }
    >
      <PanelRows
        query={list}
        rows={rows}
        skeleton_rows={3}
        empty={
          <EmptyState title={t.empty} icon={<IconUsers size={22} stroke={1.6} />}>
            {t.line}
          </EmptyState>
        }
        label={t.label}
        columns={buildColumns(onRemove)}
        keyOf={({ id }) => id}
        renderCard={(user) => (
          <RowCard>
            <strong>{user.name ?? user.email}</strong>
            <UserStatusChip user={user} />
            <SecondaryText>{user.email}</SecondaryText>
            <RemoveButton user={user} onRemove={onRemove} />
          </RowCard>
        )}
      />
      {is_inviting && <InviteModal group_id={group.id} onClose={() => setInviting(false)} />}
      {removed !== null && <RemoveModal group_id={group.id} user={removed} onClose={() => setRemoved(null)} />}
    </Panel>
  );
}

const UserStatusChip = ({ user: { status, error } }: { user: AccountGroupUser }) => (
  <span title={error ?? undefined}>
    <StatusChip
      status={status}
      tone={error === null ? TONES[status] : 'danger'}
      label={error === null ? messages().users.statuses[status] : messages().users.not_sent}
    />
  </span>
);

const RemoveButton = ({ user, onRemove }: { user: AccountGroupUser; onRemove: OnRemove }) =>
  onRemove === undefined ? null : (
    <Button size="compact-sm" variant="default" onClick={() => onRemove(user)}>
      {user.status === 'active' ? messages().users.remove : messages().users.revoke}
    </Button>
  );

function buildColumns(onRemove: OnRemove): readonly Column<AccountGroupUser>[] {
  const t = messages().users;
  return [
    { id: 'email', label: t.email, width_px: 240, render: (user) => <span title={user.email}>{user.email}</span> },
    { id: 'name', label: t.name, width_px: 170, priority: 4, render: (user) => renderText(user.name) },
    { ...STATUS, id: 'status', label: t.status, width_px: 130, render: (user) => <UserStatusChip user={user} /> },
    { id: 'by', label: t.invited_by, width_px: 160, priority: 2, render: (user) => user.invited_by },
    { ...TIME, id: 'since', label: t.since, priority: 3, render: (user) => <Instant at={user.created_at} /> },
    {
      id: 'actions',
      label: t.actions,
      head: '',
      width_px: 160,
      is_pinned: true,
      render: (user) => <RemoveButton user={user} onRemove={onRemove} />,
    },
  ];
}

const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

function InviteModal({ group_id, onClose }: { group_id: string; onClose: () => void }) {
  const t = messages().users;
  const [email, setEmail] = useState('');
  const [is_tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const invite = useGroupChange(
    (address: string) => call(inviteAccountGroupUser, { params: { id: group_id }, body: { email: address } }),
    { done: t.invited, onDone: onClose, onRefused: setRefusal },
  );
  return (
    <FormModal
      title={t.invite}
      submit={t.send}
      refusal={refusal}
      is_busy={invite.isPending}
      onClose={onClose}
      onSubmit={() => {
        setTried(true);
        setRefusal(null);
        if (isEmail(email.trim())) invite.mutate(email.trim());
      }}
    >
      <TextField
        label={t.email}
        name="email"
        required
        value={email}
        onChange={setEmail}
        touched={is_tried}
        error={is_tried && !isEmail(email.trim()) ? t.email_invalid : undefined}
      />
      <Text c="dimmed" fz="sm">
        {t.line}
      </Text>
    </FormModal>
  );
}

interface RemoveProps {
  group_id: string;
  user: AccountGroupUser;
  onClose: () => void;
}

/** Removes a user, or revokes an invitation. */
function RemoveModal({ group_id, user, onClose }: RemoveProps) {
  const t = messages().users;
  const is_active = user.status === 'active';
  const remove = useGroupChange(
    () =>
      is_active
        ? call(removeAccountGroupUser, { params: { id: group_id, user_id: user.id } })
        : call(revokeAccountGroupInvitation, { params: { id: group_id, invitation_id: user.id } }),
    { done: is_active ? t.removed : t.revoked, onDone: onClose },
  );
  return (
    <ConfirmModal
      opened
      is_dangerous
      title={is_active ? t.remove_title : t.revoke_title}
      confirm={is_active ? t.remove : t.revoke}
      is_busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {is_active ? t.remove_line(user.name ?? user.email) : t.revoke_line(user.email)}
    </ConfirmModal>
  );
}
