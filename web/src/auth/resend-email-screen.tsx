import { resendVerificationEmail } from '@dasbor/contract/account';
import { Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { call } from '../api/call.ts';
import { messages } from './account-messages.ts';
import { AccountPage } from './account-page.tsx';
import { EmailRequestForm } from './email-request-form.tsx';

/** Sends the email that confirms an address again. The answer never says whether the email has an account. */
export function ResendEmailScreen({ logo, email }: { logo: ReactNode; email: string }) {
  const t = messages();
  const [is_sent, setSent] = useState(false);
  if (is_sent) {
    return (
      <AccountPage logo={logo} title={t.resend.sent_title} line={t.resend.sent(email)}>
        <Text c="dimmed" fz="sm">
          {t.spam}
        </Text>
      </AccountPage>
    );
  }
  return (
    <AccountPage logo={logo} title={t.resend.title} line={t.resend.line(email)}>
      <EmailRequestForm
        submit={t.resend.submit}
        validate={() => true}
        onSubmit={async (bot_check) => {
          await call(resendVerificationEmail, { body: { email, bot_check } });
          setSent(true);
        }}
      />
    </AccountPage>
  );
}
