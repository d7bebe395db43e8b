import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useSignedIn } from '../../api/signed-in.ts';
import { useNow } from '../../ui/clock.ts';
import { useEndImpersonation } from '../session/impersonation.ts';
import classes from './impersonation-banner.module.css';
import { messages } from './messages.ts';

const MINUTE_MS = 60_000;
const TICK_MS = 10_000;

/** On every screen while a staff member of the provider reads a merchant. */
export function ImpersonationBanner() {
  const { profile } = useSignedIn();
  const ends_at = profile?.impersonation_ends_at ?? null;
  if (profile === null || ends_at === null) return null;
  return <Banner merchant={profile.merchant_name ?? ''} ends_at={ends_at} />;
}

function Banner({ merchant, ends_at }: { merchant: string; ends_at: string }) {
  const t = messages().impersonation;
  const end = useEndImpersonation();
  const now = useNow(TICK_MS);
  const left_ms = Date.parse(ends_at) - now.getTime();
  const is_over = left_ms <= 0;
  const finish = end.mutate;
  // The session is that of the provider again: the screens must be, too.
  useEffect(() => {
    if (is_over) finish();
  }, [is_over, finish]);
  return (
    <div className={classes.banner} role="region" aria-label={t.label}>
      <IconEye size={18} aria-hidden />
      <span className={classes.text}>
        {t.line(merchant)} {t.left(Math.max(1, Math.ceil(left_ms / MINUTE_MS)))}
      </span>
      <Button size="compact-sm" variant="white" color="dark" loading={end.isPending} onClick={() => end.mutate()}>
        {t.end}
      </Button>
    </div>
  );
}
