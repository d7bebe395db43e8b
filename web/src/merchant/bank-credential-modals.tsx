import {
  type BankCredential,
  BANK_CLIENT_KEY_MAX,
  BANK_SECRET_MAX,
  removeMerchantBankCredential,
  rotateMerchantBankCredential,
  setMerchantBankCredential,
} from '@dasbor/contract/bank-credential';
import type { LinkChannel } from '@dasbor/contract/payment-link-terms';
import { SNAP_PUBLIC_KEY_MAX } from '@dasbor/contract/snap-credential';
import { Button, Checkbox, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { CopyableId } from '../ui/copyable-id.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import { fieldLabel } from '../ui/field-label.tsx';
import { FormModal } from '../ui/form-modal.tsx';
import { formatInstant } from '../ui/instant.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { bankMessages } from './bank-credential-messages.ts';
import { useMerchantChange } from './mutations.ts';
import classes from './merchant.module.css';

/** The channel of a merchant that credentials are for. */
export interface CredentialScope {
  merchant_id: string;
  channel: LinkChannel;
  /** Name of the channel. */
  name: string;
}

interface DialogProps {
  scope: CredentialScope;
  onClose: () => void;
}

const EMPTY = { client_key: '', client_secret: '', bank_client_key: '', bank_client_secret: '', bank_public_key: '' };
type Form = typeof EMPTY;

const trim = (form: Form): Form =>
  Object.fromEntries(Object.entries(form).map(([field, value]) => [field, value.trim()])) as Form;
const isComplete = (form: Form): boolean => Object.values(trim(form)).every((value) => value !== '');

/** Sets the credentials of a channel; `onSet` shows the key that the bank needs. */
export function SetCredentialModal({
  scope,
  onClose,
  onSet,
}: DialogProps & { onSet: (credential: BankCredential) => void }) {
  const t = bankMessages();
  const { name, ...params } = scope;
  const [form, setForm] = useState(EMPTY);
  const [is_confirmed, setConfirmed] = useState(false);
  const [is_tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const save = useMerchantChange(
    () => call(setMerchantBankCredential, { params, body: { ...trim(form), credits_provider: true } }),
    { done: t.saved, onDone: ({ data }) => onSet(data), onRefused: setRefusal },
  );
  const submit = () => {
    setTried(true);
    setRefusal(null);
    if (isComplete(form) && is_confirmed) save.mutate(undefined);
  };
  return (
    <FormModal
      title={t.set_title(name)}
      submit={t.save}
      refusal={refusal}
      is_busy={save.isPending}
      size="lg"
      onSubmit={submit}
      onClose={onClose}
    >
      <Text fz="sm">{t.set_line}</Text>
      <CredentialFields form={form} onChange={setForm} is_tried={is_tried} />
      <Checkbox
        label={t.credits_provider}
        description={t.credits_provider_line}
        checked={is_confirmed}
        onChange={(event) => setConfirmed(event.currentTarget.checked)}
        error={is_tried && !is_confirmed ? t.credits_provider_missing : undefined}
      />
    </FormModal>
  );
}

/** Replaces the credentials of a channel by new ones of the same bank. */
export function RotateCredentialModal({ scope, shown, onClose }: DialogProps & { shown: BankCredential }) {
  const t = bankMessages();
  const { name, ...params } = scope;
  const { client_key, bank_client_key } = shown;
  const [form, setForm] = useState({ ...EMPTY, client_key, bank_client_key });
  const [is_tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const rotate = useMerchantChange(() => call(rotateMerchantBankCredential, { params, body: trim(form) }), {
    done: t.rotated,
    onDone: onClose,
    onRefused: setRefusal,
  });
  const submit = () => {
    setTried(true);
    setRefusal(null);
    if (isComplete(form)) rotate.mutate(undefined);
  };
  return (
    <FormModal
      title={t.rotate_title(name)}
      submit={t.rotate}
      refusal={refusal}
      is_busy={rotate.isPending}
      size="lg"
      onSubmit={submit}
      onClose={onClose}
    >
      <Text fz="sm">{t.rotate_line}</Text>
      <CredentialFields form={form} onChange={setForm} is_tried={is_tried} />
    </FormModal>
  );
}

interface FieldsProps {
  form: Form;
  onChange: (form: Form) => void;
  is_tried: boolean;
}

function CredentialFields({ form, onChange, is_tried }: FieldsProps) {
  const t = bankMessages();
  const bind = (field: keyof Form) => ({
    label: t[field],
    required: true,
    autoComplete: 'off',
    value: form[field],
    onChange: (value: string) => onChange({ ...form, [field]: value }),
    error: form[field].trim() === '' ? t.required : null,
    touched: is_tried,
  });
  return (
    <>
      <div className={classes.pair}>
        <TextField {...bind('client_key')} maxLength={BANK_CLIENT_KEY_MAX} spellCheck={false} />
        <PasswordField {...bind('client_secret')} autoComplete="new-password" maxLength={BANK_SECRET_MAX} />
        <TextField {...bind('bank_client_key')} maxLength={BANK_CLIENT_KEY_MAX} spellCheck={false} />
        <PasswordField {...bind('bank_client_secret')} autoComplete="new-password" maxLength={BANK_SECRET_MAX} />
      </div>
      <Textarea
        label={fieldLabel({ label: t.bank_public_key, required: true })}
        aria-required
        placeholder="-----BEGIN PUBLIC KEY-----"
        autosize
        minRows={4}
        maxRows={8}
        maxLength={SNAP_PUBLIC_KEY_MAX}
        spellCheck={false}
        value={form.bank_public_key}
        onChange={(event) => onChange({ ...form, bank_public_key: event.currentTarget.value })}
        error={is_tried && form.bank_public_key.trim() === '' ? t.required : undefined}
      />
    </>
  );
}

/** Values for the bank, and stored values. */
export function CredentialKeysModal({ scope, shown, onClose }: DialogProps & { shown: BankCredential }) {
  const t = bankMessages();
  const clipboard = useClipboard({ timeout: 2_000 });
  return (
    <Modal opened onClose={onClose} title={t.details_title(scope.name)} size="lg" centered>
      <Stack gap="md">
        <Text fz="sm">{t.details_line}</Text>
        <div>
          <Text fz="sm" fw={600} mb={4}>
            {t.our_key}
          </Text>
          {/* What scrolls must be reachable by keyboard. */}
          <pre className={classes.pem} tabIndex={0} role="region" aria-label={t.our_key}>
            {shown.partner_public_key}
          </pre>
        </div>
        <DetailList
          rows={[
            [t.client_key, <CopyableId key="own" value={shown.client_key} label={t.client_key} />],
            [t.client_secret, shown.client_secret_set ? t.secret_set : null],
            [t.bank_client_key, <CopyableId key="bank" value={shown.bank_client_key} label={t.bank_client_key} />],
            [t.bank_client_secret, shown.bank_client_secret_set ? t.secret_set : null],
            [t.fingerprint, shown.bank_public_key_fingerprint],
            [t.created, t.created_by(formatInstant(shown.created_at), shown.created_by)],
          ]}
        />
        <Group justify="flex-end" gap="xs">
          <Button
            variant="default"
            leftSection={clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            onClick={() => clipboard.copy(shown.partner_public_key)}
          >
            {clipboard.copied ? t.copied : t.copy_key}
          </Button>
          <Button onClick={onClose}>{t.close}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

export function RemoveCredentialModal({ scope, onClose }: DialogProps) {
  const t = bankMessages();
  const { name, ...params } = scope;
  const remove = useMerchantChange(() => call(removeMerchantBankCredential, { params }), {
    done: t.removed,
    onDone: onClose,
  });
  return (
    <ConfirmModal
      opened
      title={t.remove_title(name)}
      confirm={t.remove}
      is_dangerous
      is_busy={remove.isPending}
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      <Text fz="sm">{t.remove_line}</Text>
    </ConfirmModal>
  );
}
