import {
  type NewSnapCredential,
  SNAP_NOTIFICATIONS,
  type SnapCredential,
  changeSnapCredential,
  createSnapCredential,
  replaceSnapPublicKey,
} from '@dasbor/contract/snap-credential';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { type CredentialDraft, CredentialFields, useCredentialDraft } from './credential-fields.tsx';
import { ErrorAlert } from './credential-parts.tsx';
import { messages } from './messages.ts';
import { useCredentialChange } from './mutations.ts';
import { NotificationFields, listNotifications } from './notification-fields.tsx';
import { PublicKeyField } from './public-key-field.tsx';

interface FormModalProps {
  title: string;
  submit: string;
  is_busy: boolean;
  /** Why the server refused it. */
  refusal: string | null;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

function FormModal({ title, submit, is_busy, refusal, onSubmit, onClose, children }: FormModalProps) {
  return (
    <Modal opened onClose={onClose} title={title} size={600} closeButtonProps={{ 'aria-label': messages().close }}>
      <form
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (!is_busy) onSubmit();
        }}
      >
        <Stack gap="md">
          {children}
          {refusal !== null && <ErrorAlert detail={refusal} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {messages().cancel}
            </Button>
            <Button type="submit" loading={is_busy}>
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** Splits a failure into that of the key's field, those of the URLs, and that of the whole form. */
function readRefusal({ isError, error }: { isError: boolean; error: unknown }) {
  const problem = isError ? toProblem(error) : null;
  const is_of_key = problem?.code === 'invalid_public_key';
  const of_urls = Object.fromEntries(
    SNAP_NOTIFICATIONS.flatMap((service) => {
      const found = problem?.errors?.find(({ field }) => field === `notify_urls.${service}`);
      return found === undefined ? [] : [[service, found.detail] as const];
    }),
  );
  const is_of_field = is_of_key || Object.keys(of_urls).length > 0;
  const of_form = is_of_field ? null : (problem?.detail ?? null);
  return { of_key: is_of_key ? problem?.detail : undefined, of_urls, of_form };
}

/** The URLs of a new credential. */
function buildNewUrls({ services, notify_urls, notify_signature }: CredentialDraft) {
  const given = listNotifications(services).filter((service) => notify_urls[service].trim() !== '');
  if (given.length === 0) return {};
  return { notify_signature, notify_urls: Object.fromEntries(given.map((each) => [each, notify_urls[each].trim()])) };
}

/** The URLs that changed; an empty one ends the notifications. Those of a service that ends, end with it. */
function buildChangedUrls({ services, notify_urls }: CredentialDraft, shown: SnapCredential) {
  const changed = listNotifications(services).filter(
    (service) => notify_urls[service].trim() !== (shown.notify_urls[service] ?? ''),
  );
  if (changed.length === 0) return {};
  return { notify_urls: Object.fromEntries(changed.map((each) => [each, notify_urls[each].trim() || null])) };
}

interface CreateModalProps {
  onClose: () => void;
  onCreated: (credential: NewSnapCredential) => void;
}

export function CreateCredentialModal({ onClose, onCreated }: CreateModalProps) {
  const t = messages();
  const { draft, set, is_valid } = useCredentialDraft();
  const [public_key, setPublicKey] = useState('');
  const [is_tried, setTried] = useState(false);
  const creating = useCredentialChange(
    () => {
      const key = public_key.trim() === '' ? {} : { public_key };
      const { notify_urls: _, notify_signature: __, ...rest } = draft;
      const body = { ...rest, name: draft.name.trim(), ...key, ...buildNewUrls(draft) };
      return call(createSnapCredential, { body });
    },
    { onDone: ({ data }) => onCreated(data) },
  );
  const refusal = readRefusal(creating);
  return (
    <FormModal
      title={t.form.title}
      submit={t.create}
      is_busy={creating.isPending}
      refusal={refusal.of_form}
      onClose={onClose}
      onSubmit={() => {
        setTried(true);
        if (is_valid) creating.mutate();
      }}
    >
      <CredentialFields draft={draft} onChange={set} is_tried={is_tried} />
      <NotificationFields draft={draft} onChange={set} refused={refusal.of_urls} />
      <PublicKeyField value={public_key} onChange={setPublicKey} error={refusal.of_key} />
    </FormModal>
  );
}

interface CredentialDialogProps {
  shown: SnapCredential;
  onClose: () => void;
}

export function EditCredentialModal({ shown, onClose }: CredentialDialogProps) {
  const t = messages();
  const { draft, set, is_valid } = useCredentialDraft(shown);
  const is_same_services = draft.services.join() === shown.services.join();
  const saving = useCredentialChange(
    () => {
      const { services, name, notify_urls: _, ...rest } = draft;
      // Unchanged services are not sent, so that a person without their access can still rename the credential.
      const changed = { ...(is_same_services ? {} : { services }), ...buildChangedUrls(draft, shown) };
      const body = { ...rest, name: name.trim(), ...changed };
      return call(changeSnapCredential, { params: { id: shown.id }, body });
    },
    { done: t.form.saved, onDone: onClose },
  );
  const refusal = readRefusal(saving);
  return (
    <FormModal
      title={t.form.title_edit}
      submit={t.form.save}
      is_busy={saving.isPending}
      refusal={refusal.of_form}
      onClose={onClose}
      onSubmit={() => {
        if (is_valid) saving.mutate();
      }}
    >
      <CredentialFields draft={draft} onChange={set} is_tried />
      <NotificationFields draft={draft} onChange={set} refused={refusal.of_urls} />
    </FormModal>
  );
}

export function PublicKeyModal({ shown, onClose }: CredentialDialogProps) {
  const t = messages();
  const [public_key, setPublicKey] = useState('');
  const [is_tried, setTried] = useState(false);
  const has_key = shown.public_key_fingerprint !== null;
  const saving = useCredentialChange(
    () => call(replaceSnapPublicKey, { params: { id: shown.id }, body: { public_key } }),
    { done: t.key.done, onDone: onClose },
  );
  const refusal = readRefusal(saving);
  const missing = is_tried && public_key.trim() === '' ? t.form.public_key_missing : undefined;
  return (
    <FormModal
      title={has_key ? t.replace_key : t.upload_key}
      submit={t.key.submit}
      is_busy={saving.isPending}
      refusal={refusal.of_form}
      onClose={onClose}
      onSubmit={() => {
        setTried(true);
        if (public_key.trim() !== '') saving.mutate();
      }}
    >
      <Text fz="sm">{has_key ? t.key.line(shown.name) : t.key.first_line(shown.name)}</Text>
      <PublicKeyField required value={public_key} onChange={setPublicKey} error={missing ?? refusal.of_key} />
    </FormModal>
  );
}
