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

/** How the payment is made: for QRIS the code, who issued the payment and its numbers in the network. */
export function MethodPanel({ transaction: of }: { transaction: TransactionDetail }) {
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
            Open the code
          </Anchor>
        ) : null
      }
    >
      {of.status === 'pending' && qris?.qr_content && (
        <div className={classes.qr}>
          <QrPicture payload={qris.qr_content} label={`QRIS code of ${formatRupiah(of.amount)}`} size_px={220} />
          <Text c="dimmed">
            <Countdown until={of.expires_at ?? qris.expires_at ?? ''} over="The time to pay is over" />
          </Text>
        </div>
      )}
      <DetailList
        rows={[
          ...(of.method === 'qris' ? ([['NMID', idOr(qris?.nmid, 'NMID')]] as const) : []),
          ...(of.va_number === null ? [] : ([['VA number', idOr(of.va_number, 'VA number')]] as const)),
          ['Issuer', of.issuer],
          ...(of.approval_code === null ? [] : ([['Approval code', idOr(of.approval_code, 'approval code')]] as const)),
          ['RRN', idOr(of.rrn, 'RRN')],
          // A channel that only repeats the method says nothing.
          ...(of.channel_code === null || of.channel_code.toLowerCase() === of.method
            ? []
            : ([['Channel', of.channel_code]] as const)),
        ]}
      />
    </Panel>
  );
}

const idOr = (value: string | null | undefined, label: string) => value && <CopyableId value={value} label={label} />;
