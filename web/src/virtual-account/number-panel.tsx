import { formatVaNumber, buildVaInstructions, formatVaPayers } from '@dasbor/contract/va-instructions';
import type { VirtualAccount } from '@dasbor/contract/virtual-account-fields';
import { Button, Tabs, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { Countdown } from '../ui/countdown.tsx';
import { Instant } from '../ui/instant.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { formatAmounts } from './va-labels.tsx';
import classes from './virtual-account.module.css';

const DAY_MS = 24 * 3_600_000;

/** The number, big enough to be read aloud, and what it asks for. */
export function NumberPanel({ va }: { va: VirtualAccount }) {
  const clipboard = useClipboard({ timeout: 1_500 });
  return (
    <div className={classes.big} aria-live="polite" data-status={va.status}>
      <Text c="dimmed">
        {va.bank} virtual account of {va.holder_name}
      </Text>
      <Text className={classes.digits} data-over={va.status !== 'active' || undefined} title={va.va_number}>
        {formatVaNumber(va.va_number)}
      </Text>
      <Text fz={18} fw={650}>
        {va.amount_type === 'open' ? 'Any amount' : formatAmounts(va)}
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
          {clipboard.copied ? 'Copied' : 'Copy number'}
        </Button>
      )}
    </div>
  );
}

function StateLine({ va: { status, expires_at, last_paid_at } }: { va: VirtualAccount }) {
  switch (status) {
    case 'pending':
      return <Text c="dimmed">The bank was asked to open it. It becomes active here by itself.</Text>;
    case 'active':
      if (expires_at === null) return <Text c="dimmed">No expiry</Text>;
      return (
        <Text c="dimmed">
          {isNear(expires_at) ? 'Time left: ' : 'Until '}
          {isNear(expires_at) ? <Countdown until={expires_at} over="over" /> : <Instant at={expires_at} />}
        </Text>
      );
    case 'paid':
      return <Text c="dimmed">{last_paid_at !== null && <Instant at={last_paid_at} />}</Text>;
    case 'expired':
      return <Text c="dimmed">Its time is over. Money that still comes is taken as a late payment.</Text>;
    case 'inactive':
      return <Text c="dimmed">It was deactivated and cannot be paid.</Text>;
    case 'failed':
      return <Text c="dimmed">The bank did not open this number. It cannot be paid.</Text>;
  }
}

const isNear = (expires_at: string): boolean => Date.parse(expires_at) - Date.now() < DAY_MS;

/** How to pay it, step by step, at an ATM, in the app and on the web. */
export function Instructions({ va }: { va: Pick<VirtualAccount, 'bank' | 'va_number' | 'amount_type'> }) {
  const ways = buildVaInstructions({ ...va, exact_amount: va.amount_type === 'closed' });
  return (
    <>
      <Text c="dimmed" mb="xs">
        {formatVaPayers(va.bank)}
      </Text>
      <Tabs defaultValue="atm" keepMounted={false}>
        <Tabs.List>
          {ways.map(({ channel, title }) => (
            <Tabs.Tab key={channel} value={channel}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {ways.map(({ channel, steps }) => (
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
