import { ACCESS_LEVELS, type AccessLevel, MERCHANT_GROUPS, getLevel, hasLevel } from '@dasbor/contract/access';
import { accessGroupLabel } from '@dasbor/contract/access-labels';
import { ROLE_NAME_MAX, type RoleRow, changeRole, createRole } from '@dasbor/contract/role';
import { Alert, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { useHasAccess, useSignedIn } from '../api/signed-in.ts';
import { currentLanguage } from '../ui/define-messages.ts';
import { TextField } from '../ui/text-field.tsx';
import { messages } from './messages.ts';
import { useUserChange } from './mutations.ts';
import { formatRoleRow } from './role-options.ts';
import classes from './user.module.css';

type Group = (typeof MERCHANT_GROUPS)[number];
type Levels = Record<Group, AccessLevel>;

const readLevels = (role: RoleRow | null): Levels =>
  Object.fromEntries(
    MERCHANT_GROUPS.map((group) => [group, role === null ? 'disabled' : getLevel(role.access, group)]),
  ) as Levels;

/** Creates or edits a custom role by a matrix of groups and levels; shows a role that may not be edited. */
export function RoleModal({ edited: role, onClose }: { edited: RoleRow | null; onClose: () => void }) {
  const t = messages();
  const may_manage = useHasAccess('Users', 'manage');
  const is_editable = may_manage && (role === null || (role.is_custom && role.is_grantable));
  const [name, setName] = useState(role === null ? '' : formatRoleRow(role));
  const [levels, setLevels] = useState(() => readLevels(role));
  const [is_masked, setMasked] = useState(role?.is_masked ?? false);
  const [is_tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const save = useUserChange(
    () => {
      const access = MERCHANT_GROUPS.map((group) => ({ group, access: levels[group] }));
      const body = { name: name.trim(), access, is_masked };
      return role === null ? call(createRole, { body }) : call(changeRole, { params: { id: role.id }, body });
    },
    { done: role === null ? t.roles.created : t.roles.saved, onDone: onClose, onRefused: setRefusal },
  );
  const submit = () => {
    setTried(true);
    if (name.trim() !== '' && !save.isPending) save.mutate(undefined);
  };
  const title = role === null ? t.roles.title_new : is_editable ? t.roles.title_edit : formatRoleRow(role);
  return (
    <Modal opened onClose={onClose} title={title} size={640} closeButtonProps={{ 'aria-label': t.close }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        noValidate
      >
        <Stack gap="md">
          {is_editable && (
            <TextField
              label={t.roles.name}
              required
              maxLength={ROLE_NAME_MAX}
              value={name}
              onChange={setName}
              error={name.trim() === '' ? t.roles.name_missing : undefined}
              touched={is_tried}
            />
          )}
          <Matrix levels={levels} onChange={is_editable ? setLevels : null} />
          <Checkbox
            label={t.roles.mask}
            checked={is_masked}
            disabled={!is_editable}
            onChange={(event) => setMasked(event.currentTarget.checked)}
          />
          {role !== null && is_editable && (
            <Text fz="sm" c="dimmed">
              {t.roles.takes_effect}
            </Text>
          )}
          {refusal !== null && (
            <Alert color="red" role="alert">
              {refusal}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {is_editable ? t.cancel : t.close}
            </Button>
            {is_editable && (
              <Button type="submit" loading={save.isPending}>
                {role === null ? t.roles.create : t.save}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** One radio group per access group. Levels that exceed one's own are disabled. */
function Matrix({ levels, onChange }: { levels: Levels; onChange: ((levels: Levels) => void) | null }) {
  const t = messages();
  const { levelOf } = useSignedIn();
  const language = currentLanguage();
  return (
    <table className={classes.matrix} aria-label={t.roles.matrix}>
      <thead>
        <tr>
          <th scope="col">{t.roles.group}</th>
          {ACCESS_LEVELS.map((level) => (
            <th key={level} scope="col">
              {t.levels[level]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {MERCHANT_GROUPS.map((group) => (
          <tr key={group}>
            <th scope="row">{accessGroupLabel(group, language)}</th>
            {ACCESS_LEVELS.map((level) => (
              <td key={level}>
                <input
                  type="radio"
                  name={group}
                  aria-label={`${accessGroupLabel(group, language)}: ${t.levels[level]}`}
                  checked={levels[group] === level}
                  disabled={onChange === null || !hasLevel(levelOf(group), level)}
                  onChange={() => onChange?.({ ...levels, [group]: level })}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
