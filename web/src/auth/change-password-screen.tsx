import { changePassword } from '@dasbor/contract/password';
import { Anchor, Button, Group, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { call } from '../api/call.ts';
import { toFieldProblems } from '../api/problem.ts';
import { endSession } from '../api/session.ts';
import { useSignedIn } from '../api/signed-in.ts';
import { Callout } from '../ui/callout.tsx';
import { focusFirstInvalid } from '../ui/focus-first-invalid.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { showSuccess } from '../ui/toast.ts';
import { messages } from './account-messages.ts';
import { NO_PASSWORD, NewPasswordFields, validateNewPassword } from './new-password-fields.tsx';

/** Changes the password of the signed-in user; all their sessions end, and they sign in again. */
export function ChangePasswordScreen() {
  const t = messages();
  const navigate = useNavigate();
  const { profile } = useSignedIn();
  const owner = { email: profile?.email ?? '', name: profile?.name ?? '' };
  const [old_password, setCurrent] = useState('');
  const [value, setValue] = useState(NO_PASSWORD);
  const [is_tried, setTried] = useState(false);
  const saving = useMutation({
    mutationFn: () => call(changePassword, { body: { old_password, new_password: value.chosen } }),
    meta: { quiet: true },
    onSuccess: async () => {
      // The session has ended on the server; the next sign-in leads to the profile.
      await navigate({ to: '/profile', ignoreBlocker: true });
      endSession();
      void showSuccess(messages().change.done);
    },
  });
  const refused = toFieldProblems(saving.error);
  const old_error = refused['old_password'] ?? (old_password === '' ? t.password.enter_old : undefined);
  const has_field = 'old_password' in refused || 'new_password' in refused;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    const is_valid = old_password !== '' && Object.keys(validateNewPassword(value, owner)).length === 0;
    if (!is_valid) return focusFirstInvalid(event.currentTarget);
    saving.mutate();
  };
  return (
    <>
      <PageHeader title={t.change.title} line={t.change.line} />
      <Stack maw={560}>
        <Panel>
          <form noValidate onSubmit={submit}>
            <Stack gap="md">
              {saving.error && !has_field && <Callout kind="error">{saving.error.message}</Callout>}
              <input type="hidden" name="email" autoComplete="username" value={owner.email} readOnly />
              <PasswordField
                name="old_password"
                label={t.password.old}
                required
                autoFocus
                autoComplete="current-password"
                value={old_password}
                onChange={(next) => {
                  saving.reset();
                  setCurrent(next);
                }}
                error={old_error}
                {...(is_tried ? { touched: true } : {})}
              />
              <NewPasswordFields
                value={value}
                onChange={(next) => {
                  saving.reset();
                  setValue(next);
                }}
                owner={owner}
                refusal={refused['new_password'] ?? null}
                is_tried={is_tried}
              />
              <Group justify="space-between">
                <Anchor component={Link} to="/forgot-password" fz="sm">
                  {t.change.forgot}
                </Anchor>
                <Button type="submit" loading={saving.isPending}>
                  {t.change.submit}
                </Button>
              </Group>
            </Stack>
          </form>
        </Panel>
      </Stack>
    </>
  );
}
