import { requestPasswordReset } from '@dasbor/contract/password';
import { Button, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { call } from '../api/call.ts';
import { focusFirstInvalid } from '../ui/focus-first-invalid.ts';
import { TextField } from '../ui/text-field.tsx';
import { messages } from './account-messages.ts';
import { AccountPage } from './account-page.tsx';
import { EmailRequestForm } from './email-request-form.tsx';

/** Asks for a link to set a new password. The answer never says whether the email has an account. */
export function ForgotPasswordScreen({ logo }: { logo: ReactNode }) {
  const t = messages();
  const [email, setEmail] = useState('');
  const [is_tried, setTried] = useState(false);
  const [sent_to, setSentTo] = useState<string | null>(null);
  const error = /^\S+@\S+\.\S+$/.test(email.trim()) ? undefined : t.enter_email;

  if (sent_to !== null) {
    return (
      <AccountPage logo={logo} title={t.forgot.sent_title} line={t.forgot.sent(sent_to)}>
        <Text c="dimmed" fz="sm">
          {t.spam}
        </Text>
        <Button variant="default" onClick={() => setSentTo(null)}>
          {t.forgot.other}
        </Button>
      </AccountPage>
    );
  }
  return (
    <AccountPage logo={logo} title={t.forgot.title} line={t.forgot.line}>
      <EmailRequestForm
        submit={t.forgot.submit}
        validate={(form) => {
          setTried(true);
          if (error !== undefined) focusFirstInvalid(form);
          return error === undefined;
        }}
        onSubmit={async (bot_check) => {
          await call(requestPasswordReset, { body: { email: email.trim(), bot_check } });
          setSentTo(email.trim());
        }}
      >
        <TextField
          name="email"
          label={t.email}
          required
          autoFocus
          type="email"
          autoComplete="username"
          value={email}
          onChange={setEmail}
          error={error}
          {...(is_tried ? { touched: true } : {})}
        />
      </EmailRequestForm>
    </AccountPage>
  );
}
