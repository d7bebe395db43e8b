import { getQrisPayment } from '@dasbor/contract/qris-payment';
import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { buildQuery } from '../api/query.ts';
import { useMay } from '../api/signed-in.ts';
import { formatRupiah } from '../ui/amount.tsx';
import { CopyableId } from '../ui/copyable-id.tsx';
import { Countdown } from '../ui/countdown.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import { Panel } from '../ui/panel.tsx';
import { QrPicture } from '../ui/qr-picture.tsx';
import type { TransactionDetail } from './transaction-detail.ts';
import { valueLabel } from '../list/filter-labels.ts';
import classes from './transaction.module.css';
import { messages } from './messages.ts';

/** Payment method: QR code or account number, issuer and network references. */
export function MethodPanel({ transaction: of }: { transaction: TransactionDetail }) {
  const t = messages();
  const may_see_code = useMay('QRIS', 'view');
  const id = of.qris_payment_id ?? '';
  const code = useQuery({
    ...buildQuery(getQrisPayment, { params: { id } }),
    enabled: id !== '' && may_see_code,
    meta: { quiet: true },
  });
  const qris = code.data?.data;
  return (
    <Panel
      title={valueLabel(of.method)}
      actions={
        id !== '' && may_see_code ? (
          <Anchor component={Link} to={`/qris-payment/${id}`} fz="sm">
            {t.method.open_code}
          </Anchor>
        ) : null
      }
    >
      {of.status === 'pending' && qris?.qr_content && (
        <div className={classes.qr}>
          <QrPicture payload={qris.qr_content} label={t.method.qr_label(formatRupiah(of.amount))} size_px={220} />
          <Text c="dimmed">
            <Countdown until={of.expires_at ?? qris.expires_at ?? ''} over={t.method.expired} />
          </Text>
        </div>
      )}
      <DetailList
        rows={[
          ...(of.method === 'qris' ? ([['NMID', idOr(qris?.nmid, 'NMID')]] as const) : []),
          ...(of.va_number === null ? [] : ([[t.columns.va_number, idOr(of.va_number, t.columns.va_number)]] as const)),
          [t.columns.issuer, of.issuer],
          ...(of.approval_code === null
            ? []
            : ([[t.method.approval_code, idOr(of.approval_code, t.method.approval_code)]] as const)),
          ['RRN', idOr(of.rrn, 'RRN')],
          // A channel that equals the method is redundant.
          ...(of.channel_code === null || of.channel_code.toLowerCase() === of.method
            ? []
            : ([[t.method.channel, valueLabel(of.channel_code)]] as const)),
        ]}
      />
    </Panel>
  );
}

const idOr = (value: string | null | undefined, label: string) => value && <CopyableId value={value} label={label} />;
