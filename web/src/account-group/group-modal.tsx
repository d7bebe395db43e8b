import { createAccountGroup, updateAccountGroup } from '@dasbor/contract/account-group';
import {
  type AccountGroupDetail,
  GROUP_TYPES,
  type GroupType,
  SETTLEMENT_MODES,
  type SettlementMode,
} from '@dasbor/contract/account-group-fields';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { type Choice, GroupField, MerchantField, toGroupChoice, toMerchantChoice } from '../list/lookup-fields.tsx';
import { FormModal } from '../ui/form-modal.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { formatType } from './labels.ts';
import { messages } from './messages.ts';
import { useGroupChange } from './mutations.ts';

interface Form {
  code: string;
  name: string;
  type: GroupType | null;
  parent: Choice | null;
  owner: Choice | null;
  settlement_mode: SettlementMode;
  contact_name: string;
  contact_email: string;
  contact_phone: string;
}

const EMPTY: Form = {
  code: '',
  name: '',
  type: null,
  parent: null,
  owner: null,
  settlement_mode: 'per_merchant',
  contact_name: '',
  contact_email: '',
  contact_phone: '',
};

const CODE_PATTERN = /^[A-Z][A-Z0-9]{2,19}$/;

const toForm = ({ parent, owner, contact_name, contact_email, contact_phone, ...group }: AccountGroupDetail): Form => ({
  code: group.code,
  name: group.name,
  type: group.type,
  parent: parent === null ? null : toGroupChoice(parent),
  owner: owner === null ? null : toMerchantChoice(owner),
  settlement_mode: group.settlement_mode,
  contact_name: contact_name ?? '',
  contact_email: contact_email ?? '',
  contact_phone: contact_phone ?? '',
});

const textOrNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

const toBody = ({ name, parent, owner, settlement_mode, contact_name, contact_email, contact_phone }: Form) => ({
  name: name.trim(),
  parent_id: parent?.id ?? null,
  owner_merchant_id: owner?.id ?? null,
  settlement_mode,
  contact_name: textOrNull(contact_name),
  contact_email: textOrNull(contact_email),
  contact_phone: textOrNull(contact_phone),
});

interface GroupModalProps {
  /** The group that is changed; absent for a new one. */
  edited?: AccountGroupDetail;
  onClose: () => void;
  onDone?: (group: AccountGroupDetail) => void;
}

/** Creates or changes an account group. */
export function GroupModal({ edited, onClose, onDone }: GroupModalProps) {
  const t = messages();
  const [form, setForm] = useState<Form>(() => (edited === undefined ? EMPTY : toForm(edited)));
  const [is_tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const save = useGroupChange(
    async () => {
      const body = toBody(form);
      if (edited !== undefined) return call(updateAccountGroup, { params: { id: edited.id }, body });
      return call(createAccountGroup, { body: { ...body, code: form.code.trim(), type: form.type ?? 'reseller' } });
    },
    {
      done: edited === undefined ? t.form.created : t.form.saved,
      onDone: ({ data }) => {
        onClose();
        onDone?.(data);
      },
      onRefused: setRefusal,
    },
  );
  const errors = validateForm(form);
  const submit = () => {
    setTried(true);
    setRefusal(null);
    if (Object.values(errors).every((error) => error === null)) save.mutate();
  };
  return (
    <FormModal
      title={edited === undefined ? t.form.create_title : t.form.edit_title}
      submit={edited === undefined ? t.form.create : t.form.save}
      refusal={refusal}
      is_busy={save.isPending}
      size="lg"
      onSubmit={submit}
      onClose={onClose}
    >
      <Fields
        form={form}
        edited={edited}
        errors={errors}
        is_tried={is_tried}
        onChange={(part) => setForm((before) => ({ ...before, ...part }))}
      />
    </FormModal>
  );
}

interface Errors {
  code: string | null;
  name: string | null;
  type: string | null;
  owner: string | null;
}

function validateForm({ code, name, type, owner, settlement_mode }: Form): Errors {
  const t = messages();
  return {
    code: CODE_PATTERN.test(code.trim().toUpperCase()) ? null : t.form.code_wrong,
    name: name.trim() === '' ? t.required : null,
    type: type === null ? t.required : null,
    owner: settlement_mode === 'consolidated' && owner === null ? t.form.owner_missing : null,
  };
}

interface FieldsProps {
  form: Form;
  edited: AccountGroupDetail | undefined;
  errors: Errors;
  is_tried: boolean;
  onChange: (part: Partial<Form>) => void;
}

function Fields({ form, edited, errors, is_tried, onChange }: FieldsProps) {
  const { fields: t, form: hints, settlement_modes } = messages();
  const modes = SETTLEMENT_MODES.map((id) => ({ id, name: settlement_modes[id] }));
  const types = GROUP_TYPES.map((id) => ({ id, name: formatType(id) }));
  const text = (name: 'contact_name' | 'contact_email' | 'contact_phone', maxLength: number) => (
    <TextField
      label={t[name]}
      maxLength={maxLength}
      value={form[name]}
      onChange={(value) => onChange({ [name]: value })}
    />
  );
  return (
    <>
      <TextField
        label={t.name}
        required
        maxLength={80}
        data-autofocus
        value={form.name}
        onChange={(name) => onChange({ name })}
        error={errors.name}
        touched={is_tried}
      />
      {edited === undefined && (
        <>
          <TextField
            label={t.code}
            required
            maxLength={20}
            description={hints.code_hint}
            value={form.code}
            onChange={(code) => onChange({ code: code.toUpperCase() })}
            error={errors.code}
            touched={is_tried}
          />
          <SelectField
            label={t.type}
            required
            description={hints.type_hint}
            options={types}
            value={types.find(({ id }) => id === form.type) ?? null}
            onChange={(item) => onChange({ type: item?.id ?? null })}
            error={errors.type}
            touched={is_tried}
          />
        </>
      )}
      <MerchantField
        label={t.owner}
        value={form.owner}
        error={is_tried ? errors.owner : null}
        onChange={(owner) => onChange({ owner })}
      />
      <SelectField
        label={t.settlement_mode}
        required
        description={hints.settlement_hint}
        options={modes}
        value={modes.find(({ id }) => id === form.settlement_mode) ?? null}
        onChange={(item) => item && onChange({ settlement_mode: item.id })}
      />
      <GroupField
        label={t.parent}
        value={form.parent}
        except={edited?.id}
        onChange={(parent) => onChange({ parent })}
      />
      {text('contact_name', 120)}
      {text('contact_email', 254)}
      {text('contact_phone', 20)}
    </>
  );
}
