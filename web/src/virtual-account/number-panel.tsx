import * as duration from '@dasbor/contract/duration';
import { formatVaNumber, buildVaInstructions, formatVaPayers } from '@dasbor/contract/va-instructions';
import type { VirtualAccount } from '@dasbor/contract/virtual-account-fields';
import { bankShortName } from '@dasbor/contract/bank';
import { Button, Tabs, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { Countdown } from '../ui/countdown.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { Instant } from '../ui/instant.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { messages } from './messages.ts';
import { formatAmounts } from './va-labels.tsx';
import classes from './virtual-account.module.css';

/** The number in large digits, with its amount and status. */
export function NumberPanel({ va }: { va: VirtualAccount }) {
  const t = messages().number;
  const clipboard = useClipboard({ timeout: 1_500 });
  return (
    <div className={classes.big} aria-live="polite" data-status={va.status}>
      <Text c="dimmed">{t.holder(bankShortName(va.bank), va.holder_name)}</Text>
      <Text className={classes.digits} data-over={va.status !== 'active' || undefined} title={va.va_number}>
        {formatVaNumber(va.va_number)}
      </Text>
      <Text fz={18} fw={650}>
        {formatAmounts(va)}
      </Text>
      <StatusChip status={va.status} />
      <StateLine va={va} />
      {va.status === 'active' && (
        <Button
          variant="default"
          size="compact-md"
          leftSection={clipboard.copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
          onClick={() => clipboard.copy(va.va_number)}
        >
          {clipboard.copied ? t.copied : t.copy}
        </Button>
      )}
    </div>
  );
}

function StateLine({ va: { status, expires_at, last_paid_at } }: { va: VirtualAccount }) {
  const t = messages().number;
  switch (status) {
    case 'pending':
      return <Text c="dimmed">{t.pending}</Text>;
    case 'active':
      if (expires_at === null) return <Text c="dimmed">{t.no_expiry}</Text>;
      return (
        <Text c="dimmed">
          {isNear(expires_at) ? t.time_left : t.until}{' '}
          {isNear(expires_at) ? <Countdown until={expires_at} over={t.over} /> : <Instant at={expires_at} />}
        </Text>
      );
    case 'paid':
      return <Text c="dimmed">{last_paid_at !== null && <Instant at={last_paid_at} />}</Text>;
    case 'expired':
      return <Text c="dimmed">{t.expired}</Text>;
    case 'inactive':
      return <Text c="dimmed">{t.inactive}</Text>;
    case 'failed':
      return <Text c="dimmed">{t.failed}</Text>;
  }
}

const isNear = (expires_at: string): boolean => Date.parse(expires_at) - Date.now() < duration.days(1);

/** Payment instructions for ATM, mobile and internet banking. */
export function Instructions({ va }: { va: Pick<VirtualAccount, 'bank' | 'va_number' | 'amount_type'> }) {
  const language = currentLanguage();
  const channels = buildVaInstructions({ ...va, exact_amount: va.amount_type === 'closed' }, language);
  return (
    <>
      <Text c="dimmed" mb="xs">
        {formatVaPayers(va.bank, language)}
      </Text>
      <Tabs defaultValue="atm" keepMounted={false}>
        <Tabs.List>
          {channels.map(({ channel, title }) => (
            <Tabs.Tab key={channel} value={channel}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {channels.map(({ channel, steps }) => (
          <Tabs.Panel key={channel} value={channel}>
            <ol className={classes.steps}>
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}
