import {
  type MerchantUser,
  changeUserRole,
  reactivateUser,
  removeUser,
  resetUserSecondFactor,
  endUserSessions,
  suspendUser,
} from '@dasbor/contract/user';
import { ActionIcon, Alert, Button, Group, Menu, Modal, Stack, Text } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { useMay } from '../api/signed-in.ts';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { messages } from './messages.ts';
import { useUserChange } from './mutations.ts';
import { type RoleOption, useRoleOptions } from './role-options.ts';

type Action = 'suspend' | 'reactivate' | 'sign_out' | 'reset_second_factor' | 'remove';
const ROUTES = {
  suspend: suspendUser,
  reactivate: reactivateUser,
  sign_out: endUserSessions,
  reset_second_factor: resetUserSecondFactor,
  remove: removeUser,
} as const;

/** The actions on a user; none for oneself, for a removed user and for a user with more access. */
export function UserMenu({ user }: { user: MerchantUser }) {
  const t = messages().users;
  const may_manage = useMay('Users', 'manage');
  const [action, setAction] = useState<Action | 'role' | null>(null);
  if (!may_manage || !user.is_manageable || user.status === 'removed') return null;
  const close = () => setAction(null);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t.menu(user.name)}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setAction('role')}>{t.change_role}</Menu.Item>
          <Menu.Item onClick={() => setAction('sign_out')}>{t.sign_out}</Menu.Item>
          {user.has_second_factor && (
            <Menu.Item onClick={() => setAction('reset_second_factor')}>{t.reset_second_factor}</Menu.Item>
          )}
          {user.status === 'active' ? (
            <Menu.Item onClick={() => setAction('suspend')}>{t.suspend}</Menu.Item>
          ) : (
            <Menu.Item onClick={() => setAction('reactivate')}>{t.reactivate}</Menu.Item>
          )}
          <Menu.Item color="red" onClick={() => setAction('remove')}>
            {t.remove}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {action === 'role' && <ChangeRole user={user} onClose={close} />}
      {action !== null && action !== 'role' && <Confirmation user={user} action={action} onClose={close} />}
    </>
  );
}

function Confirmation({ user, action, onClose }: { user: MerchantUser; action: Action; onClose: () => void }) {
  const t = messages();
  const texts = t.confirm[action];
  const change = useUserChange(() => call(ROUTES[action], { params: { id: user.id } }), {
    done: texts.done,
    onDone: onClose,
  });
  return (
    <ConfirmModal
      opened
      title={texts.title}
      confirm={t.users[action]}
      is_dangerous={action === 'remove' || action === 'suspend' || action === 'reset_second_factor'}
      is_busy={change.isPending}
      onConfirm={() => change.mutate(undefined)}
      onClose={onClose}
    >
      <Text fz="sm">{texts.line(user.name)}</Text>
    </ConfirmModal>
  );
}

function ChangeRole({ user, onClose }: { user: MerchantUser; onClose: () => void }) {
  const t = messages();
  const options = useRoleOptions();
  const [chosen, setChosen] = useState<RoleOption | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const change = useUserChange(
    (role: RoleOption['id']) => call(changeUserRole, { params: { id: user.id }, body: { role } }),
    { done: t.role.saved, onDone: onClose, onRefused: setRefusal },
  );
  const role = chosen ?? options.find(({ id }) => id === user.role) ?? null;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.role.title(user.name)}
      centered
      closeButtonProps={{ 'aria-label': t.close }}
    >
      <Stack gap="md">
        <SelectField
          label={t.role.field}
          required
          options={options}
          value={role}
          onChange={setChosen}
          error={role === null ? t.role.missing : undefined}
          description={t.role.line}
        />
        {refusal !== null && (
          <Alert color="red" role="alert">
            {refusal}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t.cancel}
          </Button>
          <Button loading={change.isPending} onClick={() => role !== null && change.mutate(role.id)}>
            {t.save}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
