/** The actions on a person: the same for people of a merchant and for staff of the provider, by their routes and texts. */
import type { RoleKey } from '@dasbor/contract/access';
import { Menu, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { FormModal } from '../ui/form-modal.tsx';
import { RowMenu } from '../ui/row-menu.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { type Messages, messages } from './messages.ts';
import { useUserChange } from './mutations.ts';
import type { Person } from './person-columns.tsx';

export const PERSON_ACTIONS = ['suspend', 'reactivate', 'sign_out', 'reset_second_factor', 'remove'] as const;
export type PersonAction = (typeof PERSON_ACTIONS)[number];

interface RoleChoice<Role extends RoleKey> {
  id: Role;
  name: string;
}

export interface PersonMenuProps<Role extends RoleKey> {
  person: Person;
  /** Whether the signed-in user manages people at all. */
  may_manage: boolean;
  texts: Messages['confirm'] | Messages['staff']['confirm'];
  roles: readonly RoleChoice<Role>[];
  apply: (action: PersonAction, id: string) => Promise<unknown>;
  changeRole: (id: string, role: Role) => Promise<unknown>;
}

/** None for oneself, for a removed person and for a person with more access. */
export function PersonMenu<Role extends RoleKey>(props: PersonMenuProps<Role>) {
  const { person, may_manage } = props;
  const t = messages().users;
  const [action, setAction] = useState<PersonAction | 'role' | null>(null);
  if (!may_manage || !person.is_manageable || person.status === 'removed') return null;
  const close = () => setAction(null);
  return (
    <>
      <RowMenu label={t.menu(person.name)}>
        <Menu.Item onClick={() => setAction('role')}>{t.change_role}</Menu.Item>
        <Menu.Item onClick={() => setAction('sign_out')}>{t.sign_out}</Menu.Item>
        {person.has_second_factor && (
          <Menu.Item onClick={() => setAction('reset_second_factor')}>{t.reset_second_factor}</Menu.Item>
        )}
        {person.status === 'active' ? (
          <Menu.Item onClick={() => setAction('suspend')}>{t.suspend}</Menu.Item>
        ) : (
          <Menu.Item onClick={() => setAction('reactivate')}>{t.reactivate}</Menu.Item>
        )}
        <Menu.Item color="red" onClick={() => setAction('remove')}>
          {t.remove}
        </Menu.Item>
      </RowMenu>
      {action === 'role' && <ChangeRole {...props} onClose={close} />}
      {action !== null && action !== 'role' && <Confirmation {...props} action={action} onClose={close} />}
    </>
  );
}

type ConfirmationProps = Pick<PersonMenuProps<RoleKey>, 'person' | 'texts' | 'apply'> & {
  action: PersonAction;
  onClose: () => void;
};

function Confirmation({ person, texts, apply, action, onClose }: ConfirmationProps) {
  const { title, line, done } = texts[action];
  const change = useUserChange(() => apply(action, person.id), { done, onDone: onClose });
  return (
    <ConfirmModal
      opened
      title={title}
      confirm={messages().users[action]}
      is_dangerous={action === 'remove' || action === 'suspend' || action === 'reset_second_factor'}
      is_busy={change.isPending}
      onConfirm={() => change.mutate(undefined)}
      onClose={onClose}
    >
      <Text fz="sm">{line(person.name)}</Text>
    </ConfirmModal>
  );
}

type ChangeRoleProps<Role extends RoleKey> = Pick<PersonMenuProps<Role>, 'person' | 'roles' | 'changeRole'> & {
  onClose: () => void;
};

function ChangeRole<Role extends RoleKey>({ person, roles, changeRole, onClose }: ChangeRoleProps<Role>) {
  const t = messages();
  const [chosen, setChosen] = useState<RoleChoice<Role> | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const change = useUserChange((role: Role) => changeRole(person.id, role), {
    done: t.role.saved,
    onDone: onClose,
    onRefused: setRefusal,
  });
  const role = chosen ?? roles.find(({ id }) => id === person.role) ?? null;
  return (
    <FormModal
      title={t.role.title(person.name)}
      submit={t.save}
      refusal={refusal}
      is_busy={change.isPending}
      onSubmit={() => role !== null && change.mutate(role.id)}
      onClose={onClose}
    >
      <SelectField
        label={t.role.field}
        required
        options={roles}
        value={role}
        onChange={setChosen}
        error={role === null ? t.role.missing : undefined}
        description={t.role.line}
      />
    </FormModal>
  );
}
