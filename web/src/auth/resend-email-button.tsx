import { resendVerificationEmail } from '@dasbor/contract/account';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { Callout } from '../ui/callout.tsx';
import { useNow } from '../ui/clock.ts';
import { formatRemaining } from '../ui/countdown.tsx';
import { messages } from './account-messages.ts';
import { useRequest } from './use-request.ts';
import { useBotCheck } from './use-bot-check.ts';

/** Seconds between two emails (domain 1.20). */
const WAIT_MS = 60_000;

/** Sends the email that confirms an address again, at most once a minute. */
export function ResendEmailButton({ email }: { email: string }) {
  const t = messages();
  const solveBotCheck = useBotCheck();
  const sending = useRequest();
  const ticked = useNow(1_000);
  const [sent_ms, setSentMs] = useState(() => ticked.getTime());
  // The clock ticks once a second: it may be behind the last email, and the wait would seem longer than it is.
  const now = new Date(Math.max(ticked.getTime(), sent_ms));
  const next_at = new Date(sent_ms + WAIT_MS).toISOString();
  const must_wait = sent_ms + WAIT_MS > now.getTime();
  const resend = async (): Promise<void> => {
    await call(resendVerificationEmail, { body: { email, bot_check: await solveBotCheck() } });
    setSentMs(Date.now());
  };
  return (
    <>
      {sending.problem && <Callout kind="error">{sending.problem.detail}</Callout>}
      {sending.status === 'done' && (
        <Text fz="sm" role="status">
          {t.check.resent}
        </Text>
      )}
      <Button
        variant="light"
        disabled={must_wait}
        loading={sending.status === 'busy'}
        onClick={() => sending.send(resend)}
      >
        {must_wait ? t.check.resend_in(formatRemaining(next_at, now)) : t.resend.submit}
      </Button>
    </>
  );
}
