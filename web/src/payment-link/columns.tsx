import type { PaymentLink } from '@dasbor/contract/payment-link-terms';
import { Link } from '@tanstack/react-router';
import { Amount } from '../ui/amount.tsx';
import { AMOUNT, COUNT, type Column, STATUS, TIME, renderInstant, renderText } from '../ui/column.tsx';
import { CopyableId } from '../ui/copyable-id.tsx';
import { Instant } from '../ui/instant.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { formatLinkAmount, formatChannels, formatPaidCount } from './link-labels.ts';
import classes from './payment-link.module.css';
import { messages } from './messages.ts';

type ChipLink = Pick<PaymentLink, 'status' | 'type' | 'paid_count'>;

/** Whether a single-use link was paid more than once. */
export const hasDuplicatePayment = ({ type, paid_count }: Omit<ChipLink, 'status'>): boolean =>
  type === 'single_use' && paid_count > 1;

export const DuplicateChip = () => (
  <StatusChip status="duplicate_payment" tone="warning" label={messages().duplicate_payment} />
);

/** The status; a duplicate payment takes its place, because it needs a refund and implies that the link is paid. */
export const LinkChip = ({ link }: { link: ChipLink }) =>
  hasDuplicatePayment(link) ? <DuplicateChip /> : <StatusChip status={link.status} />;

export const LinkAmount = ({ link }: { link: PaymentLink }) =>
  link.amount === null ? (
    <span title={formatLinkAmount(link)}>{messages().open}</span>
  ) : (
    <Amount value={link.amount} strong />
  );

/** All columns of the list in their order, with texts in the current language. */
export function buildColumns(): readonly Column<PaymentLink>[] {
  const { columns: t, copy_label, never, types } = messages();
  return [
    {
      ...TIME,
      id: 'created_at',
      label: t.created_at,
      priority: 7,
      sorts_by: 'created_at',
      render: (row) => <Instant at={row.created_at} />,
    },
    {
      id: 'title',
      label: t.title,
      width_px: 170,
      is_fixed: true,
      render: (row) => (
        <Link to="/payment-link/$id" params={{ id: row.id }} className={classes.title} title={row.title}>
          {row.title}
        </Link>
      ),
    },
    {
      id: 'link_code',
      label: t.link_code,
      width_px: 150,
      priority: 5,
      fields: ['link_code', 'url'],
      render: (row) => (
        <CopyableId value={row.url} label={copy_label}>
          <span className={classes.slug} title={row.url}>
            {row.slug}
          </span>
        </CopyableId>
      ),
    },
    {
      ...AMOUNT,
      id: 'amount',
      label: t.amount,
      fields: ['amount', 'min_amount', 'max_amount'],
      render: (row) => <LinkAmount link={row} />,
    },
    { ...STATUS, id: 'status', label: t.status, render: (row) => <LinkChip link={row} /> },
    {
      ...COUNT,
      id: 'paid',
      label: t.paid,
      priority: 8,
      fields: ['paid_count', 'usage_limit'],
      render: (row) => formatPaidCount(row),
    },
    {
      ...AMOUNT,
      id: 'collected',
      label: t.collected,
      priority: 9,
      fields: ['collected_amount'],
      render: (row) => <Amount value={row.collected_amount} />,
    },
    {
      ...TIME,
      id: 'expires_at',
      label: t.expires_at,
      priority: 6,
      render: (row) => (row.expires_at === null ? never : <Instant at={row.expires_at} />),
    },
    { id: 'type', label: t.type, width_px: 112, is_whole: true, priority: 4, render: (row) => types[row.type] },
    { id: 'created_by', label: t.created_by, width_px: 140, priority: 3, render: (row) => row.created_by_name },
    ...buildOptionalColumns(),
  ];
}

function buildOptionalColumns(): Column<PaymentLink>[] {
  const { columns: t, customer, you } = messages();
  const columns: Column<PaymentLink>[] = [
    {
      id: 'reference',
      label: t.reference,
      width_px: 140,
      fields: ['merchant_reference'],
      render: (row) => renderText(row.merchant_reference),
    },
    {
      id: 'customer',
      label: t.customer,
      width_px: 160,
      fields: ['customer_name', 'customer_email', 'customer_phone'],
      render: (row) => renderText(row.customer?.name ?? row.customer?.email),
    },
    { id: 'channels', label: t.channels, width_px: 170, render: (row) => formatChannels(row.channels) },
    {
      id: 'fee_bearer',
      label: t.fee_bearer,
      width_px: 120,
      render: (row) => (row.fee_bearer === 'merchant' ? you : customer),
    },
    { ...TIME, id: 'starts_at', label: t.starts_at, render: (row) => renderInstant(row.starts_at) },
  ];
  return columns.map((column) => ({ ...column, is_hidden: true, priority: 1 }));
}

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
