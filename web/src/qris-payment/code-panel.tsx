import type { QrisPayment } from '@dasbor/contract/qris-payment';
import { formatTip } from '@dasbor/contract/qris-tip';
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
import { currentLanguage } from '../ui/define-messages.ts';
import { Instant } from '../ui/instant.tsx';
import { QrPicture, QrPlaceholder } from '../ui/qr-picture.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { type CodeState, toCodeState } from './code-state.ts';
import { CodeStatus } from './code-status.tsx';
import { FileMenu } from './file-menu.tsx';
import { messages } from './messages.ts';
import { PrintButton } from './print-button.tsx';
import classes from './qris-payment.module.css';

const SIZE_PX = 330;

/** The QR code as the payer sees it, and its status. */
export function CodePanel({ payment }: { payment: QrisPayment }) {
  const t = messages().code;
  const state = toCodeState(payment, useNow(1_000));
  const tip = formatTip(payment, currentLanguage());
  return (
    <div className={classes.code} aria-live="polite" data-state={state}>
      <Text fz={26} lh={1.2} ta="center">
        {payment.amount === null ? <strong>{payment.name}</strong> : <Amount value={payment.amount} strong />}
      </Text>
      {tip !== null && <Text c="dimmed">{t.tip(tip)}</Text>}
      {state === 'due' ? <StatusChip status="expired" /> : <CodeStatus code={payment} />}
      <Picture payment={payment} state={state} />
      {state === 'payable' && (
        <>
          {payment.expires_at !== null && (
            <Text c="dimmed">
              {t.time_left} <Countdown until={payment.expires_at} over={t.over} />
            </Text>
          )}
          <FileActions payment={payment} />
        </>
      )}
    </div>
  );
}

function Picture({ payment, state }: { payment: QrisPayment; state: CodeState }) {
  const t = messages().code;
  switch (state) {
    case 'issuing':
      return (
        <QrPlaceholder size_px={SIZE_PX}>
          <Loader size={28} aria-hidden />
          <Text fw={600}>{t.waiting}</Text>
          <Text fz="sm">{t.waiting_line}</Text>
        </QrPlaceholder>
      );
    case 'payable':
      return (
        <QrPicture
          payload={payment.qr_content ?? ''}
          label={t.alt((payment.amount === null ? payment.name : formatRupiah(payment.amount)) ?? '')}
          size_px={SIZE_PX}
        />
      );
    case 'paid':
      return <PaidPicture payment={payment} />;
    case 'due':
      return (
        <QrPlaceholder size_px={SIZE_PX}>
          <IconClockX size={40} stroke={1.5} aria-hidden />
          <Text fw={600}>{t.expired}</Text>
          <Text fz="sm">{payment.status === 'expired' ? t.expired_line : t.due_line}</Text>
        </QrPlaceholder>
      );
    case 'inactive':
      return (
        <QrPlaceholder size_px={SIZE_PX}>
          <IconQrcodeOff size={40} stroke={1.5} aria-hidden />
          <Text fw={600}>{t.inactive}</Text>
          <Text fz="sm">{t.inactive_line}</Text>
        </QrPlaceholder>
      );
    case 'ended':
      return (
        <QrPlaceholder size_px={SIZE_PX}>
          <IconCircleX size={40} stroke={1.5} aria-hidden />
          <Text fw={600}>{payment.status === 'cancelled' ? t.cancelled : t.declined}</Text>
          <Text fz="sm">{t.not_payable}</Text>
        </QrPlaceholder>
      );
  }
}

function PaidPicture({ payment }: { payment: QrisPayment }) {
  const t = messages().code;
  return (
    <QrPlaceholder size_px={SIZE_PX}>
      <IconCircleCheckFilled size={56} className={classes.done} aria-hidden />
      <Text fw={650} fz="lg" c="var(--mantine-color-text)">
        {t.paid}
      </Text>
      {payment.paid_at !== null && <Instant at={payment.paid_at} />}
      {payment.tip_amount > 0 && payment.paid_amount !== null && (
        <Text>{t.paid_total(formatRupiah(payment.paid_amount), formatRupiah(payment.tip_amount))}</Text>
      )}
      {payment.issuer !== null && <Text>{t.paid_with(payment.issuer)}</Text>}
      {payment.rrn !== null && (
        <Text component="div">
          RRN <CopyableId value={payment.rrn} label="RRN" />
        </Text>
      )}
    </QrPlaceholder>
  );
}

function FileActions({ payment }: { payment: QrisPayment }) {
  const t = messages().code;
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
        {clipboard.copied ? t.copied : t.copy_payload}
      </Button>
    </Group>
  );
}
