import type { ProviderRole } from '@dasbor/contract/access';
import { inviteStaff } from '@dasbor/contract/staff';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { FormModal } from '../ui/form-modal.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { messages } from './messages.ts';
import { useUserChange } from './mutations.ts';
import { listStaffRoles } from './role-options.ts';

/** Invites one person to the staff of the provider. */
export function InviteStaffModal({ onClose }: { onClose: () => void }) {
  const t = messages();
  const roles = listStaffRoles();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<{ id: ProviderRole; name: string } | null>(null);
  const [is_tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const change = useUserChange((body: { email: string; role: ProviderRole }) => call(inviteStaff, { body }), {
    done: t.staff.invited,
    onDone: onClose,
    onRefused: setRefusal,
  });
  const email_error = email.trim() === '' ? t.staff.email_missing : undefined;
  const submit = () => {
    setTried(true);
    if (email_error === undefined && role !== null) change.mutate({ email: email.trim(), role: role.id });
  };
  return (
    <FormModal
      title={t.staff.invite}
      submit={t.staff.send}
      refusal={refusal}
      is_busy={change.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t.columns.email}
        name="email"
        type="email"
        required
        maxLength={254}
        value={email}
        onChange={setEmail}
        description={t.staff.email_line}
        error={email_error}
        touched={is_tried}
      />
      <SelectField
        label={t.role.field}
        required
        options={roles}
        value={role}
        onChange={setRole}
        error={role === null ? t.role.missing : undefined}
        {...(role === null ? {} : { description: t.staff.roles[role.id] })}
        touched={is_tried}
      />
    </FormModal>
  );
}
