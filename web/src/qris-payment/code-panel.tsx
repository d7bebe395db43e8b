import type { QrisPayment } from '@dasbor/contract/qris-payment';
import { Button, Group, Loader, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import {
  IconCheck,
  IconCircleCheckFilled,
  IconCircleX,
  IconClockX,
  IconCopy,
  IconQrcodeOff,
} from '@tabler/icons-react';
import { Amount, formatRupiah } from '../ui/amount.tsx';
import { useNow } from '../ui/clock.ts';
import { CopyableId } from '../ui/copyable-id.tsx';
import { Countdown } from '../ui/countdown.tsx';
import { Instant } from '../ui/instant.tsx';
import { QrPicture, QrPlaceholder } from '../ui/qr-picture.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { type CodeState, getCodeState } from './code-state.ts';
import { formatTip } from './code-labels.ts';
import { FileMenu } from './file-menu.tsx';
import { PrintButton } from './print-button.tsx';
import { CodeStatus } from './code-status.tsx';
import classes from './qris-payment.module.css';

const SIZE_PX = 330;

/** The code as the payer sees it, and what becomes of it. */
export function CodePanel({ payment }: { payment: QrisPayment }) {
  const state = getCodeState(payment, useNow(1_000));
  const tip = formatTip(payment);
  return (
    <div className={classes.code} aria-live="polite" data-state={state}>
      <Text fz={26} lh={1.2} ta="center">
        {payment.amount === null ? <strong>{payment.name}</strong> : <Amount value={payment.amount} strong />}
      </Text>
      {tip !== null && <Text c="dimmed">Tip: {tip}</Text>}
      {payment.type === 'static' ? (
        <CodeStatus status={payment.status} />
      ) : (
        <StatusChip status={state === 'over' ? 'expired' : payment.status} />
      )}
      <Picture payment={payment} state={state} />
      {state === 'payable' && (
        <>
          {payment.expires_at !== null && (
            <Text c="dimmed">
              Time left: <Countdown until={payment.expires_at} over="over" />
            </Text>
          )}
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
        <QrPlaceholder size_px={SIZE_PX}>
          <Loader size={28} aria-hidden />
          <Text fw={600}>Waiting for the bank</Text>
          <Text fz="sm">The code appears here by itself.</Text>
        </QrPlaceholder>
      );
    case 'payable':
      return (
        <QrPicture
          payload={payment.qr_content ?? ''}
          label={`QRIS code of ${payment.amount === null ? payment.name : formatRupiah(payment.amount)}`}
          size_px={SIZE_PX}
        />
      );
    case 'paid':
      return (
        <QrPlaceholder size_px={SIZE_PX}>
          <IconCircleCheckFilled size={56} className={classes.done} aria-hidden />
          <Text fw={650} fz="lg" c="var(--mantine-color-text)">
            Paid
          </Text>
          {payment.paid_at !== null && <Instant at={payment.paid_at} />}
          {payment.tip_amount > 0 && payment.paid_amount !== null && (
            <Text>
              {formatRupiah(payment.paid_amount)}, {formatRupiah(payment.tip_amount)} of it a tip
            </Text>
          )}
          {payment.issuer !== null && <Text>with {payment.issuer}</Text>}
          {payment.rrn !== null && (
            <Text component="div">
              RRN <CopyableId value={payment.rrn} label="RRN" />
            </Text>
          )}
        </QrPlaceholder>
      );
    case 'over':
      return (
        <QrPlaceholder size_px={SIZE_PX}>
          <IconClockX size={40} stroke={1.5} aria-hidden />
          <Text fw={600}>{payment.status === 'expired' ? 'Expired' : 'Time is over'}</Text>
          <Text fz="sm">
            {payment.status === 'expired'
              ? 'Nobody paid in time. Create a new code to try again.'
              : 'A payment of the last moment still appears here.'}
          </Text>
        </QrPlaceholder>
      );
    case 'unused':
      return (
        <QrPlaceholder size_px={SIZE_PX}>
          <IconQrcodeOff size={40} stroke={1.5} aria-hidden />
          <Text fw={600}>Out of use</Text>
          <Text fz="sm">Take it down. Whoever pays it all the same is taken, and flagged.</Text>
        </QrPlaceholder>
      );
    case 'ended':
      return (
        <QrPlaceholder size_px={SIZE_PX}>
          <IconCircleX size={40} stroke={1.5} aria-hidden />
          <Text fw={600}>{payment.status === 'cancelled' ? 'Cancelled' : 'The bank did not issue this code'}</Text>
          <Text fz="sm">It cannot be paid.</Text>
        </QrPlaceholder>
      );
  }
}

function CodeActions({ payment }: { payment: QrisPayment }) {
  const clipboard = useClipboard({ timeout: 1_500 });
  return (
    <Group gap="xs" justify="center">
      <FileMenu code={payment} />
      <PrintButton payment={payment} />
      <Button
        variant="default"
        leftSection={clipboard.copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
        onClick={() => clipboard.copy(payment.qr_content ?? '')}
      >
        {clipboard.copied ? 'Copied' : 'Copy payload'}
      </Button>
    </Group>
  );
}
