import { bankName } from '@dasbor/contract/bank';
import { type QrisPayment, getQrisPayment } from '@dasbor/contract/qris-payment';
import { getVirtualAccount } from '@dasbor/contract/virtual-account';
import type { VirtualAccount } from '@dasbor/contract/virtual-account-fields';
import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buildQuery } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { formatRupiah } from '../ui/amount.tsx';
import { CopyableId } from '../ui/copyable-id.tsx';
import { Countdown } from '../ui/countdown.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import { Panel } from '../ui/panel.tsx';
import { QrPicture } from '../ui/qr-picture.tsx';
import type { TransactionDetail } from './transaction-detail.ts';
import { formatFilterValue } from '../list/filter-labels.ts';
import classes from './transaction.module.css';
import { messages } from './messages.ts';

type Row = readonly [label: string, value: ReactNode];

/** Payment method: QR code or account number with its terms, issuer and network references. */
export function MethodPanel({ transaction: of }: { transaction: TransactionDetail }) {
  const t = messages();
  const qris = useQris(of);
  const number = useNumber(of);
  return (
    <Panel title={formatFilterValue(of.method)} actions={<ObjectLink qris={qris} number={number} />}>
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
          ...(of.method === 'qris' ? [['NMID', idOr(qris?.nmid, 'NMID')] as const] : []),
          ...(qris === undefined ? [] : listQrisRows(qris)),
          ...(of.va_number === null ? [] : [[t.columns.va_number, idOr(of.va_number, t.columns.va_number)] as const]),
          ...(number === undefined ? [] : listNumberRows(number)),
          [t.columns.issuer, of.issuer],
          ...(of.approval_code === null
            ? []
            : [[t.method.approval_code, idOr(of.approval_code, t.method.approval_code)] as const]),
          ['RRN', idOr(of.rrn, 'RRN')],
          // A channel that equals the method, or the bank of the number, is redundant.
          ...(of.channel_code === null || of.channel_code.toLowerCase() === of.method || number !== undefined
            ? []
            : [[t.method.channel, formatFilterValue(of.channel_code)] as const]),
        ]}
      />
    </Panel>
  );
}

/** The QR code of the payment; undefined without one, without access, and until it is loaded. */
function useQris({ qris_payment_id }: TransactionDetail): QrisPayment | undefined {
  const id = qris_payment_id ?? '';
  const may_see = useHasAccess('QRIS', 'view');
  const query = useQuery({
    ...buildQuery(getQrisPayment, { params: { id } }),
    enabled: id !== '' && may_see,
    meta: { quiet: true },
  });
  return query.data?.data;
}

/** The virtual account of the payment, likewise. */
function useNumber({ virtual_account_id }: TransactionDetail): VirtualAccount | undefined {
  const id = virtual_account_id ?? '';
  const may_see = useHasAccess('Virtual Accounts', 'view');
  const query = useQuery({
    ...buildQuery(getVirtualAccount, { params: { id } }),
    enabled: id !== '' && may_see,
    meta: { quiet: true },
  });
  return query.data?.data;
}

function ObjectLink({ qris, number }: { qris: QrisPayment | undefined; number: VirtualAccount | undefined }) {
  const t = messages().method;
  if (qris !== undefined) {
    return (
      <Anchor component={Link} to={`/qris-payment/${qris.id}`} fz="sm">
        {t.open_code}
      </Anchor>
    );
  }
  if (number === undefined) return null;
  return (
    <Anchor component={Link} to={`/virtual-account/${number.id}`} fz="sm">
      {t.open_number}
    </Anchor>
  );
}

function listQrisRows({ type, store, terminal }: QrisPayment): Row[] {
  const t = messages().method;
  return [
    [t.code_type, t.code_types[type]],
    ...(store === null ? [] : [[t.store, store] as const]),
    ...(terminal === null ? [] : [[t.terminal, terminal] as const]),
  ];
}

function listNumberRows(number: VirtualAccount): Row[] {
  const t = messages().method;
  return [
    [t.bank, bankName(number.bank)],
    [t.holder, number.holder_name],
    [t.va_type, t.va_types[number.type]],
    [t.expected, formatExpected(number)],
  ];
}

/** `Rp 325.000`, `Any amount`, `Rp 10.000 to Rp 50.000`. */
function formatExpected({ amount_type, expected_amount, amount_min, amount_max }: VirtualAccount): string {
  const t = messages().method;
  if (amount_type === 'closed') return formatRupiah(expected_amount ?? 0);
  if (amount_type === 'open') return t.any_amount;
  return t.between(formatRupiah(amount_min ?? 0), formatRupiah(amount_max ?? 0));
}

const idOr = (value: string | null | undefined, label: string) => value && <CopyableId value={value} label={label} />;
