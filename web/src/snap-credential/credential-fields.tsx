import {
  SNAP_CHANNEL_DEFAULT,
  SNAP_ENCODINGS,
  SNAP_NAME_MAX,
  SNAP_SCOPES,
  SNAP_SCOPE_ACCESS,
  type SnapCredential,
  type SnapEncoding,
  type SnapNotification,
  type SnapNotifySignature,
  type SnapScope,
} from '@dasbor/contract/snap-credential';
import { hasLevel } from '@dasbor/contract/access';
import { Checkbox, SimpleGrid, Stack } from '@mantine/core';
import { useState } from 'react';
import { useSignedIn } from '../api/signed-in.ts';
import { fieldLabel } from '../ui/field-label.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { messages } from './messages.ts';

export interface CredentialDraft {
  name: string;
  services: SnapScope[];
  channel_id: string;
  signature_encoding: SnapEncoding;
  /** Empty: not notified. */
  notify_urls: Record<SnapNotification, string>;
  notify_signature: SnapNotifySignature;
}

/** The fields of a new credential, or those of an existing one. */
export function useCredentialDraft(shown?: SnapCredential) {
  const [draft, setDraft] = useState<CredentialDraft>({
    name: shown?.name ?? '',
    services: shown?.services ?? [],
    channel_id: shown?.channel_id ?? SNAP_CHANNEL_DEFAULT,
    signature_encoding: shown?.signature_encoding ?? 'base64',
    notify_urls: {
      qr_mpm_notify: shown?.notify_urls.qr_mpm_notify ?? '',
      va_payment: shown?.notify_urls.va_payment ?? '',
    },
    notify_signature: shown?.notify_signature ?? 'asymmetric',
  });
  const is_valid = draft.name.trim() !== '' && draft.services.length > 0 && isChannel(draft.channel_id);
  const set = (change: Partial<CredentialDraft>): void => setDraft((before) => ({ ...before, ...change }));
  return { draft, set, is_valid };
}

const isChannel = (text: string): boolean => /^\d{5}$/.test(text);

interface CredentialFieldsProps {
  draft: CredentialDraft;
  onChange: (change: Partial<CredentialDraft>) => void;
  /** Whether the form was submitted, so that all errors show. */
  is_tried: boolean;
}

export function CredentialFields({ draft, onChange, is_tried }: CredentialFieldsProps) {
  const t = messages();
  const { levelOf } = useSignedIn();
  const encodings = SNAP_ENCODINGS.map((id) => ({ id, name: t.encodings[id] }));
  return (
    <Stack gap="md">
      <TextField
        label={t.form.name}
        required
        maxLength={SNAP_NAME_MAX}
        value={draft.name}
        onChange={(name) => onChange({ name })}
        error={draft.name.trim() === '' ? t.form.name_missing : undefined}
        touched={is_tried}
        data-autofocus
      />
      <Checkbox.Group
        label={fieldLabel({ label: t.form.services, required: true })}
        description={t.form.services_line}
        value={draft.services}
        onChange={(chosen) => onChange({ services: SNAP_SCOPES.filter((scope) => chosen.includes(scope)) })}
        error={is_tried && draft.services.length === 0 ? t.form.services_missing : undefined}
      >
        <Stack gap={8} my={8}>
          {SNAP_SCOPES.map((scope) => (
            <Checkbox
              key={scope}
              value={scope}
              label={t.services[scope]}
              disabled={!hasLevel(levelOf(SNAP_SCOPE_ACCESS[scope].group), SNAP_SCOPE_ACCESS[scope].access)}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextField
          label={t.form.channel}
          required
          description={t.form.channel_line}
          inputMode="numeric"
          maxLength={5}
          value={draft.channel_id}
          onChange={(channel_id) => onChange({ channel_id })}
          error={isChannel(draft.channel_id) ? undefined : t.form.channel_invalid}
          touched={is_tried}
        />
        <SelectField
          label={t.form.encoding}
          description={t.form.encoding_line}
          options={encodings}
          value={encodings.find(({ id }) => id === draft.signature_encoding) ?? null}
          onChange={(one) => one !== null && onChange({ signature_encoding: one.id })}
        />
      </SimpleGrid>
    </Stack>
  );
}
