import {
  type NewSnapCredential,
  type SnapCredential,
  changeSnapCredential,
  createSnapCredential,
  replaceSnapPublicKey,
} from '@dasbor/contract/snap-credential';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { CredentialFields, useCredentialDraft } from './credential-fields.tsx';
import { Refusal } from './credential-parts.tsx';
import { messages } from './messages.ts';
import { useCredentialChange } from './mutations.ts';
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
          {refusal !== null && <Refusal detail={refusal} />}
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

/** Splits a failure into that of the key's field and that of the whole form. */
function readRefusal({ isError, error }: { isError: boolean; error: unknown }) {
  const problem = isError ? toProblem(error) : null;
  const is_of_key = problem?.code === 'invalid_public_key';
  return { of_key: is_of_key ? problem?.detail : undefined, of_form: is_of_key ? null : (problem?.detail ?? null) };
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
      return call(createSnapCredential, { body: { ...draft, name: draft.name.trim(), ...key } });
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
      const { services, name, ...rest } = draft;
      // Unchanged services are not sent, so that a person without their access can still rename the credential.
      const body = { ...rest, name: name.trim(), ...(is_same_services ? {} : { services }) };
      return call(changeSnapCredential, { params: { id: shown.id }, body });
    },
    { done: t.form.saved, onDone: onClose },
  );
  return (
    <FormModal
      title={t.form.title_edit}
      submit={t.form.save}
      is_busy={saving.isPending}
      refusal={readRefusal(saving).of_form}
      onClose={onClose}
      onSubmit={() => {
        if (is_valid) saving.mutate();
      }}
    >
      <CredentialFields draft={draft} onChange={set} is_tried />
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
