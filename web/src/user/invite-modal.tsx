import { inviteUsers } from '@dasbor/contract/invitation';
import type { Output } from '@dasbor/contract/route';
import { Alert, Button, FileButton, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { fieldLabel } from '../ui/field-label.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { messages } from './messages.ts';
import { useUserChange } from './mutations.ts';
import {
  type InvitationLine,
  hasTooManyEmails,
  hasTooManyLines,
  parseEmails,
  parseInvitationFile,
} from './parse-invitations.ts';
import { type RoleOption, useRoleOptions } from './role-options.ts';
import classes from './user.module.css';

type Results = Output<typeof inviteUsers>['data'];

/** Invites people by their emails, or by the lines of a CSV file. */
export function InviteModal({ onClose }: { onClose: () => void }) {
  const t = messages();
  const [results, setResults] = useState<Results | null>(null);
  return (
    <Modal opened onClose={onClose} title={t.invite.title} size={520} closeButtonProps={{ 'aria-label': t.close }}>
      {results === null ? (
        <InviteForm onClose={onClose} onResults={setResults} />
      ) : (
        <ResultList results={results} onClose={onClose} />
      )}
    </Modal>
  );
}

function InviteForm({ onClose, onResults }: { onClose: () => void; onResults: (results: Results) => void }) {
  const t = messages().invite;
  const options = useRoleOptions();
  const [text, setText] = useState('');
  const [role, setRole] = useState<RoleOption | null>(null);
  const [message, setMessage] = useState('');
  const [file, setFile] = useState<{ name: string; lines: InvitationLine[] } | null>(null);
  const [is_tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const emails = parseEmails(text);
  const emails_error = emails.length === 0 ? t.emails_missing : hasTooManyEmails(emails) ? t.emails_many : undefined;
  const file_error =
    file === null
      ? undefined
      : file.lines.length === 0
        ? t.file_empty
        : hasTooManyLines(file.lines)
          ? t.file_long
          : undefined;
  const change = useUserChange(
    async (invitations: InvitationLine[]) => {
      const note = message.trim();
      const { data } = await call(inviteUsers, { body: { invitations, ...(note === '' ? {} : { message: note }) } });
      onResults(data);
    },
    { done: messages().done, onRefused: setRefusal },
  );
  const send = () => {
    setTried(true);
    if (change.isPending) return;
    if (file !== null) {
      if (file_error === undefined) change.mutate(file.lines);
    } else if (emails_error === undefined && role !== null) {
      change.mutate(emails.map((email) => ({ email, role: role.id })));
    }
  };
  const readFile = (given: File | null) =>
    void given?.text().then((content) => setFile({ name: given.name, lines: parseInvitationFile(content) }));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      noValidate
    >
      <Stack gap="md">
        {file === null ? (
          <>
            <Textarea
              label={fieldLabel({ label: t.emails, required: true })}
              aria-required
              description={t.emails_line}
              autosize
              minRows={2}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              error={is_tried ? emails_error : undefined}
            />
            <SelectField
              label={messages().role.field}
              required
              options={options}
              value={role}
              onChange={setRole}
              error={role === null ? messages().role.missing : undefined}
              touched={is_tried}
            />
          </>
        ) : (
          <Text fz="sm" c={file_error === undefined ? undefined : 'red'} role="status">
            {file_error ?? t.file_name(file.name, file.lines.length)}
          </Text>
        )}
        <Textarea
          label={t.message}
          maxLength={500}
          value={message}
          onChange={(event) => setMessage(event.currentTarget.value)}
        />
        <div>
          <FileButton accept=".csv,text/csv" onChange={readFile}>
            {(props) => (
              <Button {...props} variant="default" size="xs" leftSection={<IconUpload size={14} aria-hidden />}>
                {t.file}
              </Button>
            )}
          </FileButton>
          <Text fz="xs" c="dimmed" mt={4}>
            {t.file_line}
          </Text>
        </div>
        {refusal !== null && (
          <Alert color="red" role="alert">
            {refusal}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {messages().cancel}
          </Button>
          <Button type="submit" loading={change.isPending}>
            {t.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function ResultList({ results, onClose }: { results: Results; onClose: () => void }) {
  const t = messages().invite;
  const invited = results.filter(({ code }) => code === null).length;
  return (
    <Stack gap="md">
      <Text role="status">{t.result(invited, results.length)}</Text>
      <ul className={classes.results} aria-label={t.results}>
        {results.map(({ line, email, detail }) => (
          <li key={line}>
            <span>{email}</span>
            <span className={detail === null ? undefined : classes.failed}>{detail ?? t.sent}</span>
          </li>
        ))}
      </ul>
      <Group justify="flex-end">
        <Button onClick={onClose}>{messages().done}</Button>
      </Group>
    </Stack>
  );
}
