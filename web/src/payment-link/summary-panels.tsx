import type { PaymentLink } from '@dasbor/contract/payment-link-terms';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Amount, formatRupiah } from '../ui/amount.tsx';
import { CopyableId } from '../ui/copyable-id.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import { Instant } from '../ui/instant.tsx';
import { Panel } from '../ui/panel.tsx';
import type { LinkDetail } from './detail-screen.tsx';
import { TYPE_WORDS, formatLinkAmount, formatChannels, formatPaidCount } from './link-labels.ts';
import classes from './payment-link.module.css';

const Total = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={classes.total}>
    <span className={classes.quiet}>{label}</span>
    <span className={classes.totalValue}>{children}</span>
  </div>
);

/** `33,3 %`, or a dash while nobody has looked. */
export const formatConversion = (bps: number | null): string =>
  bps === null ? '–' : `${(bps / 100).toLocaleString('id-ID', { maximumFractionDigits: 1 })} %`;

/** What came of the link. */
export const TotalsPanel = ({ link }: { link: LinkDetail }) => (
  <Panel title="Totals">
    <div className={classes.totals}>
      <Total label="Collected">
        <Amount value={link.collected_amount} />
      </Total>
      <Total label="Paid">{formatPaidCount(link)}</Total>
      <Total label="Views">{link.views.toLocaleString('id-ID')}</Total>
      <Total label="Attempts">{link.attempts.toLocaleString('id-ID')}</Total>
      <Total label="Conversion">{formatConversion(link.conversion_bps)}</Total>
    </div>
  </Panel>
);

const KIND_WORDS = { name: 'Name', email: 'E-mail', phone: 'Phone', address: 'Address', custom: '' } as const;

const formatCollectedFields = ({ collect_fields }: PaymentLink): string =>
  collect_fields
    .map(({ kind, label, required }) => `${label ?? KIND_WORDS[kind]}${required ? '' : ' (optional)'}`)
    .join(', ');

const renderItems = ({ items }: PaymentLink): ReactNode =>
  items.length === 0 ? null : (
    <>
      {items.map((item, place) => (
        // Items have no name of their own, and their order stays.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={place}>
          {item.qty} × {item.name}, {formatRupiah(item.price)}
        </div>
      ))}
    </>
  );

const buildSettings = (link: PaymentLink): (readonly [string, ReactNode])[] => [
  ['Id', <CopyableId key="id" value={link.id} label="payment link id" />],
  ['Type', TYPE_WORDS[link.type]],
  ['Amount', formatLinkAmount(link)],
  ['Description', link.description],
  ['Items', renderItems(link)],
  ['Reference', link.merchant_reference],
  [
    'Customer',
    link.customer && [link.customer.name, link.customer.email, link.customer.phone].filter(Boolean).join(', '),
  ],
  ['Asked of the payer', formatCollectedFields(link)],
  ['Ways to pay', formatChannels(link.channels)],
  ['Fee borne by', link.fee_bearer === 'merchant' ? 'You' : 'The customer, on top of the amount'],
  ['Usage limit', link.type === 'single_use' ? '1' : (link.usage_limit ?? 'None')],
  ['Starts', link.starts_at && <Instant key="starts" at={link.starts_at} />],
  ['Ends', link.expires_at === null ? 'Never' : <Instant key="ends" at={link.expires_at} />],
  ['After paying', link.success_redirect_url],
  ['When it cannot be paid', link.failure_redirect_url],
  ['Reminders', link.reminders.map((hours) => `${hours} h before the end`).join(', ')],
  ['Language', link.language === 'id' ? 'Bahasa Indonesia' : 'English'],
  ['Created by', link.created_by_name],
  ['Created', <Instant key="created" at={link.created_at} />],
  ...Object.entries(link.metadata ?? {}).map(([name, value]) => [`Metadata: ${name}`, value] as const),
];

export const SettingsPanel = ({ link }: { link: PaymentLink }) => (
  <Panel title="Settings">
    <DetailList rows={buildSettings(link)} />
  </Panel>
);

export const TransactionLink = ({ id, children }: { id: string; children: ReactNode }) => (
  <Link to="/transaction/$id" params={{ id }} title={id}>
    {children}
  </Link>
);
