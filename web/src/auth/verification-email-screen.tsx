import { verifyEmail } from '@dasbor/contract/account';
import { Button, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { call } from '../api/call.ts';
import { Callout } from '../ui/callout.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { messages } from './account-messages.ts';
import { AccountPage } from './account-page.tsx';
import { ResendEmailButton } from './resend-email-button.tsx';
import { useRequest } from './use-request.ts';
import { useBotCheck } from './use-bot-check.ts';

/** Texts of the refusals. The sign-in offers a new email to an account that is not confirmed. */
const REFUSED: Readonly<Record<string, 'invalid' | 'expired' | 'used'>> = {
  link_not_valid: 'invalid',
  // The address was cut off.
  invalid_request: 'invalid',
  link_expired: 'expired',
  link_used: 'used',
};

const SignIn = () => (
  <Button component="a" href="/login?redirect=%2Fmobile-verification" size="md">
    {messages().sign_in}
  </Button>
);

/**
 * Confirms an email with the token of its link and the password of the registration: who reads the email also chose
 * the password. It needs a click, because mail scanners open links, too.
 */
export function VerificationEmailScreen({ logo, token }: { logo: ReactNode; token: string }) {
  const t = messages().verify;
  const solveBotCheck = useBotCheck();
  const confirming = useRequest();
  const [password, setPassword] = useState('');
  const [is_tried, setTried] = useState(false);
  const { problem } = confirming;
  const confirm = async () => call(verifyEmail, { body: { token, password, bot_check: await solveBotCheck() } });
  const submit = () => {
    setTried(true);
    if (password !== '') confirming.send(confirm);
  };
  if (confirming.status === 'done') {
    return <AccountPage logo={logo} title={t.done_title} line={t.done} footer={<SignIn />} />;
  }
  const refused = REFUSED[problem?.code ?? ''];
  if (refused !== undefined) {
    const [title, line] = formatRefusal(refused);
    return <AccountPage logo={logo} title={title} line={line} footer={<SignIn />} />;
  }
  return (
    <AccountPage logo={logo} title={t.title} line={t.line}>
      {problem && <Callout kind="error">{problem.detail}</Callout>}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack>
          <PasswordField
            label={t.password}
            required
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
            error={password === '' ? t.password_missing : undefined}
            touched={is_tried}
          />
          <Button size="md" type="submit" loading={confirming.status === 'busy'}>
            {t.submit}
          </Button>
        </Stack>
      </form>
    </AccountPage>
  );
}

function formatRefusal(refused: 'invalid' | 'expired' | 'used'): [title: string, line: string] {
  const t = messages().verify;
  if (refused === 'expired') return [t.expired.title, t.expired.line];
  if (refused === 'used') return [t.used.title, t.used.line];
  return [t.invalid.title, t.invalid.line];
}

/** Next step after registering: read the email. */
export function VerificationEmailCheckScreen({ logo, email }: { logo: ReactNode; email: string | undefined }) {
  const t = messages();
  return (
    <AccountPage
      logo={logo}
      title={t.check.title}
      line={`${email === undefined ? t.check.line : t.check.sent(email)} ${t.spam}`}
    >
      {email !== undefined && <ResendEmailButton email={email} />}
    </AccountPage>
  );
}
