import type { QrisPayment } from '@dasbor/contract/qris-payment';
import { Button, Group, Loader, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCircleCheckFilled, IconCircleX, IconClockX, IconCopy, IconDownload } from '@tabler/icons-react';
import { Amount, formatAmount } from '../ui/amount.tsx';
import { useNow } from '../ui/clock.ts';
import { CopyableId } from '../ui/copyable-id.tsx';
import { Countdown } from '../ui/countdown.tsx';
import { Instant } from '../ui/instant.tsx';
import { saveQrAsPng, saveQrAsSvg } from '../ui/qr-file.ts';
import { QrPicture, QrRoom } from '../ui/qr-picture.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { type CodeState, stateOf } from './code-state.ts';
import classes from './qris-payment.module.css';

const SIZE_PX = 330;

/** The code as the payer sees it, and what becomes of it. */
export function CodePanel({ payment }: { payment: QrisPayment }) {
  const state = stateOf(payment, useNow(1_000));
  return (
    <div className={classes.code} aria-live="polite" data-state={state}>
      <Text fz={26} lh={1.2}>
        <Amount value={payment.amount} strong />
      </Text>
      <StatusChip status={state === 'over' ? 'expired' : payment.status} />
      <Picture payment={payment} state={state} />
      {state === 'payable' && (
        <>
          <Text c="dimmed">
            Time left: <Countdown until={payment.expires_at} over="over" />
          </Text>
          <CodeActions payment={payment} />
        </>
      )}
    </div>
  );
}

function Picture({ payment, state }: { payment: QrisPayment; state: CodeState }) {
  switch (state) {
    case 'issuing':
      return (
        <QrRoom size_px={SIZE_PX}>
          <Loader size={28} aria-hidden />
          <Text fw={600}>Waiting for the bank</Text>
          <Text fz="sm">The code appears here by itself.</Text>
        </QrRoom>
      );
    case 'payable':
      return (
        <QrPicture
          payload={payment.qr_content ?? ''}
          label={`QRIS code of ${formatAmount(payment.amount)}`}
          size_px={SIZE_PX}
        />
      );
    case 'paid':
      return (
        <QrRoom size_px={SIZE_PX}>
          <IconCircleCheckFilled size={56} className={classes.done} aria-hidden />
          <Text fw={650} fz="lg" c="var(--mantine-color-text)">
            Paid
          </Text>
          {payment.paid_at !== null && <Instant at={payment.paid_at} />}
          {payment.issuer !== null && <Text>with {payment.issuer}</Text>}
          {payment.rrn !== null && (
            <Text component="div">
              RRN <CopyableId value={payment.rrn} label="RRN" />
            </Text>
          )}
        </QrRoom>
      );
    case 'over':
      return (
        <QrRoom size_px={SIZE_PX}>
          <IconClockX size={40} stroke={1.5} aria-hidden />
          <Text fw={600}>{payment.status === 'expired' ? 'Expired' : 'Time is over'}</Text>
          <Text fz="sm">
            {payment.status === 'expired'
              ? 'Nobody paid in time. Create a new code to try again.'
              : 'A payment of the last moment still appears here.'}
          </Text>
        </QrRoom>
      );
    case 'ended':
      return (
        <QrRoom size_px={SIZE_PX}>
          <IconCircleX size={40} stroke={1.5} aria-hidden />
          <Text fw={600}>{payment.status === 'cancelled' ? 'Cancelled' : 'The bank did not issue this code'}</Text>
          <Text fz="sm">It cannot be paid.</Text>
        </QrRoom>
      );
  }
}

function CodeActions({ payment }: { payment: QrisPayment }) {
  const clipboard = useClipboard({ timeout: 1_500 });
  const payload = payment.qr_content ?? '';
  const name = `qris-${payment.merchant_reference ?? payment.id}`.replaceAll(/[^\w.-]+/g, '-');
  return (
    <Group gap="xs" justify="center">
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconDownload size={15} aria-hidden />}
        onClick={() => saveQrAsPng(payload, name)}
      >
        PNG
      </Button>
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconDownload size={15} aria-hidden />}
        onClick={() => saveQrAsSvg(payload, name)}
      >
        SVG
      </Button>
      <Button
        variant="default"
        size="compact-md"
        leftSection={clipboard.copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
        onClick={() => clipboard.copy(payload)}
      >
        {clipboard.copied ? 'Copied' : 'Copy payload'}
      </Button>
    </Group>
  );
}
