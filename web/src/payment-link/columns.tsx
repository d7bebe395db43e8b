import type { PaymentLink } from '@dasbor/contract/payment-link-terms';
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { SortableColumn } from '../list/sorted-columns.ts';
import { Amount } from '../ui/amount.tsx';
import { CopyableId } from '../ui/copyable-id.tsx';
import { Instant } from '../ui/instant.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { formatLinkAmount, formatChannels, formatPaidCount } from './link-labels.ts';
import classes from './payment-link.module.css';
import { messages } from './messages.ts';

/** A column and the columns of the exported file that it stands for. */
export interface LinkColumn extends SortableColumn<PaymentLink, 'created_at'> {
  fields: readonly string[];
}

const NONE = (
  <Text span c="dimmed">
    –
  </Text>
);

const column = (
  id: string,
  label: string,
  width_px: number,
  fields: readonly string[],
  render: (row: PaymentLink) => ReactNode,
  more: Partial<LinkColumn> = {},
): LinkColumn => ({ id, label, width_px, fields, render, ...more });

export const LinkChip = ({ link }: { link: Pick<PaymentLink, 'status'> }) => <StatusChip status={link.status} />;

export const LinkAmount = ({ link }: { link: PaymentLink }) =>
  link.amount === null ? (
    <span title={formatLinkAmount(link)}>{messages().open}</span>
  ) : (
    <Amount value={link.amount} strong />
  );

/** All columns of the list in their order, with texts in the current language. */
export function buildColumns(): readonly LinkColumn[] {
  const t = messages();
  return [
    column('created_at', t.columns.created_at, 180, ['created_at'], (row) => <Instant at={row.created_at} />, {
      sorts_by: 'created_at',
    }),
    column(
      'title',
      t.columns.title,
      170,
      ['title'],
      (row) => (
        <Link to="/payment-link/$id" params={{ id: row.id }} className={classes.title} title={row.title}>
          {row.title}
        </Link>
      ),
      { is_fixed: true },
    ),
    column('link_code', t.columns.link_code, 150, ['link_code', 'url'], (row) => (
      <CopyableId value={row.url} label={t.copy_label}>
        <span className={classes.slug} title={row.url}>
          {row.slug}
        </span>
      </CopyableId>
    )),
    column(
      'amount',
      t.columns.amount,
      122,
      ['amount', 'min_amount', 'max_amount'],
      (row) => <LinkAmount link={row} />,
      {
        align: 'right',
      },
    ),
    column('status', t.columns.status, 116, ['status'], (row) => <LinkChip link={row} />),
    column('paid', t.columns.paid, 110, ['paid_count', 'usage_limit'], (row) => formatPaidCount(row), {
      align: 'right',
    }),
    column(
      'collected',
      t.columns.collected,
      116,
      ['collected_amount'],
      (row) => <Amount value={row.collected_amount} />,
      {
        align: 'right',
      },
    ),
    column('expires_at', t.columns.expires_at, 176, ['expires_at'], (row) =>
      row.expires_at === null ? t.never : <Instant at={row.expires_at} />,
    ),
    column('type', t.columns.type, 112, ['type'], (row) => t.types[row.type]),
    column('created_by', t.columns.created_by, 140, ['created_by'], (row) => row.created_by_name),
    column('reference', t.columns.reference, 140, ['merchant_reference'], (row) => row.merchant_reference ?? NONE, {
      is_hidden: true,
    }),
    column(
      'customer',
      t.columns.customer,
      160,
      ['customer_name', 'customer_email', 'customer_phone'],
      (row) => row.customer?.name ?? row.customer?.email ?? NONE,
      {
        is_hidden: true,
      },
    ),
    column('channels', t.columns.channels, 170, ['channels'], (row) => formatChannels(row.channels), {
      is_hidden: true,
    }),
    column(
      'fee_bearer',
      t.columns.fee_bearer,
      120,
      ['fee_bearer'],
      (row) => (row.fee_bearer === 'merchant' ? t.you : t.customer),
      {
        is_hidden: true,
      },
    ),
    column(
      'starts_at',
      t.columns.starts_at,
      176,
      ['starts_at'],
      (row) => (row.starts_at === null ? NONE : <Instant at={row.starts_at} />),
      { is_hidden: true },
    ),
  ];
}

/** The file columns of the visible columns, in their order. */
export const toFileColumns = (visible: readonly LinkColumn[]): string =>
  [...new Set(visible.flatMap(({ fields }) => fields))].join(',');

/** A link in three lines, for phones. */
export const LinkCard = ({ link }: { link: PaymentLink }) => (
  <div className={classes.card}>
    <Link to="/payment-link/$id" params={{ id: link.id }} className={classes.plain}>
      {link.title}
    </Link>
    <LinkChip link={link} />
    <span>
      <LinkAmount link={link} />
    </span>
    <span className={classes.quiet}>{messages().payment_count(formatPaidCount(link))}</span>
    <span className={classes.quiet}>
      <Instant at={link.created_at} />
    </span>
    <span className={classes.quiet}>{messages().types[link.type]}</span>
  </div>
);
