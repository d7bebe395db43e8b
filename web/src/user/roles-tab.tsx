import { type RoleRow, deleteRole, listRoles } from '@dasbor/contract/role';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { buildQuery } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { COUNT, type Column } from '../ui/column.tsx';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { PanelTable } from '../ui/panel-table.tsx';
import { Panel } from '../ui/panel.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import { messages } from './messages.ts';
import { useUserChange } from './mutations.ts';
import { RoleModal } from './role-modal.tsx';
import { formatRoleRow } from './role-options.ts';

/** Preset and custom roles with the number of their users. */
export function RolesTab() {
  const roles = useQuery({ ...buildQuery(listRoles), meta: { quiet: true } });
  const [opened, setOpened] = useState<RoleRow | null>(null);
  const [deleted, setDeleted] = useState<RoleRow | null>(null);
  if (roles.isPending) return <ListSkeleton rows={7} />;
  if (roles.data === undefined) {
    return <FailedState detail={roles.error.message} onRetry={() => void roles.refetch()} />;
  }
  const t = messages();
  const buttons = (role: RoleRow) => <Buttons role={role} onOpen={setOpened} onDelete={setDeleted} />;
  const columns: Column<RoleRow>[] = [
    { id: 'name', label: t.columns.name, width_px: 220, render: formatRoleRow },
    { id: 'kind', label: t.roles.preset, head: '', width_px: 180, priority: 1, render: formatKind },
    { ...COUNT, id: 'users', label: t.columns.users, render: ({ user_count }) => user_count },
    { id: 'actions', label: t.columns.actions, width_px: 190, is_whole: true, render: buttons },
  ];
  return (
    <Panel flush>
      <PanelTable
        label={t.roles.label}
        columns={columns}
        rows={roles.data.data}
        keyOf={({ id }) => id}
        renderCard={(role) => (
          <RowCard>
            <span>{formatRoleRow(role)}</span>
            <SecondaryText>{role.user_count}</SecondaryText>
            <SecondaryText>{formatKind(role)}</SecondaryText>
            {buttons(role)}
          </RowCard>
        )}
      />
      {opened !== null && <RoleModal edited={opened} onClose={() => setOpened(null)} />}
      {deleted !== null && <DeleteRole role={deleted} onClose={() => setDeleted(null)} />}
    </Panel>
  );
}

const formatKind = ({ is_custom, is_masked }: RoleRow): string => {
  const t = messages().roles;
  return [is_custom ? t.custom : t.preset, ...(is_masked ? [t.masked] : [])].join(' · ');
};

interface ButtonsProps {
  role: RoleRow;
  onOpen: (role: RoleRow) => void;
  onDelete: (role: RoleRow) => void;
}

function Buttons({ role, onOpen, onDelete }: ButtonsProps) {
  const t = messages().roles;
  const may_manage = useHasAccess('Users', 'manage');
  const name = formatRoleRow(role);
  const is_editable = role.is_custom && may_manage && role.is_grantable;
  return (
    <Group gap={6} wrap="nowrap">
      <Button
        size="compact-sm"
        variant="default"
        aria-label={is_editable ? t.edit_of(name) : t.view_of(name)}
        onClick={() => onOpen(role)}
      >
        {is_editable ? t.edit : t.view}
      </Button>
      {is_editable && (
        <ActionButton
          size="compact-sm"
          variant="default"
          aria-label={t.delete_of(name)}
          disabled_reason={role.user_count > 0 ? t.in_use : undefined}
          onClick={() => onDelete(role)}
        >
          {t.delete}
        </ActionButton>
      )}
    </Group>
  );
}

function DeleteRole({ role, onClose }: { role: RoleRow; onClose: () => void }) {
  const t = messages().roles;
  const change = useUserChange(() => call(deleteRole, { params: { id: role.id } }), {
    done: t.deleted,
    onDone: onClose,
  });
  return (
    <ConfirmModal
      opened
      title={t.delete_title}
      confirm={t.delete}
      is_dangerous
      is_busy={change.isPending}
      onConfirm={() => change.mutate(undefined)}
      onClose={onClose}
    >
      <Text fz="sm">{t.delete_line(formatRoleRow(role))}</Text>
    </ConfirmModal>
  );
}
