import { checkResetLink, resetPassword } from '@dasbor/contract/password';
import type { Output } from '@dasbor/contract/route';
import { Button, Center, Loader, Stack } from '@mantine/core';
import { Link as RouterLink } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useCallback, useEffect, useState } from 'react';
import { call } from '../api/call.ts';
import { type Problem, toProblem } from '../api/problem.ts';
import { Callout } from '../ui/callout.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { focusFirstInvalid } from '../ui/focus-first-invalid.ts';
import { messages } from './account-messages.ts';
import { AccountPage } from './account-page.tsx';
import { NO_PASSWORD, NewPasswordFields, validateNewPassword } from './new-password-fields.tsx';
import { useRequest } from './use-request.ts';
import { useBotCheck } from './use-bot-check.ts';

type Link = Output<typeof checkResetLink>['data'];

/** Purpose of a link, or why it could not be read. */
function useLink(token: string) {
  const [link, setLink] = useState<Link | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const load = useCallback(() => {
    call(checkResetLink, { body: { token } }).then(
      ({ data }) => setLink(data),
      (error: unknown) => setProblem(toProblem(error)),
    );
  }, [token]);
  useEffect(load, [load]);
  const retry = () => {
    setProblem(null);
    load();
  };
  return { link, problem, retry };
}

/** Sets a password with the token of a link: a forgotten one, or the first one of a new account. */
export function ResetPasswordScreen({ logo, token }: { logo: ReactNode; token: string }) {
  const t = messages().reset;
  const { link, problem, retry } = useLink(token);
  if (link !== null) return <ResetForm logo={logo} token={token} {...link} />;
  if (problem === null) {
    return (
      <AccountPage logo={logo} title={t.title}>
        <Center p="lg">
          <Loader />
        </Center>
      </AccountPage>
    );
  }
  if (problem.code === 'link_not_valid' || problem.status_code === 400) return <InvalidLink logo={logo} />;
  return (
    <AccountPage logo={logo} title={t.title}>
      <FailedState detail={problem.detail} onRetry={retry} />
    </AccountPage>
  );
}

function InvalidLink({ logo }: { logo: ReactNode }) {
  const t = messages().reset;
  return (
    <AccountPage logo={logo} title={t.invalid_title}>
      <Button component={RouterLink} to="/forgot-password" size="md">
        {t.request_new}
      </Button>
    </AccountPage>
  );
}

interface ResetFormProps extends Link {
  logo: ReactNode;
  token: string;
}

function ResetForm({ logo, token, purpose, email }: ResetFormProps) {
  const t = messages().reset;
  const [value, setValue] = useState(NO_PASSWORD);
  const [is_tried, setTried] = useState(false);
  const solveBotCheck = useBotCheck();
  const saving = useRequest();
  const { problem } = saving;
  if (problem?.code === 'link_not_valid') return <InvalidLink logo={logo} />;
  if (saving.status === 'done') {
    return (
      <AccountPage
        logo={logo}
        title={t.done_title}
        line={t.done}
        footer={
          <Button component={RouterLink} to="/login" size="md">
            {messages().sign_in}
          </Button>
        }
      />
    );
  }
  const refusal = saving.field_errors['new_password'] ?? null;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(validateNewPassword(value, { email })).length > 0) return focusFirstInvalid(event.currentTarget);
    saving.send(async () => {
      const bot_check = await solveBotCheck();
      return call(resetPassword, { body: { token, new_password: value.chosen, bot_check } });
    });
  };
  return (
    <AccountPage logo={logo} title={purpose === 'set_up' ? t.set_up_title : t.title} line={t.line(email)}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          {problem && refusal === null && <Callout kind="error">{problem.detail}</Callout>}
          {/* Password managers store the new password under this name. */}
          <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
          <NewPasswordFields
            value={value}
            onChange={(next) => {
              saving.reset();
              setValue(next);
            }}
            owner={{ email }}
            refusal={refusal}
            is_tried={is_tried}
          />
          <Button type="submit" size="md" fullWidth loading={saving.status === 'busy'}>
            {t.submit}
          </Button>
        </Stack>
      </form>
    </AccountPage>
  );
}
