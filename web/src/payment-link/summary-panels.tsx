import type { PaymentLink } from '@dasbor/contract/payment-link-terms';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Amount, formatCount, formatRupiah } from '../ui/amount.tsx';
import { CopyableId } from '../ui/copyable-id.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import { Instant } from '../ui/instant.tsx';
import { Panel } from '../ui/panel.tsx';
import type { LinkDetail } from './link-detail.ts';
import { formatLinkAmount, formatChannels, formatPaidCount } from './link-labels.ts';
import classes from './payment-link.module.css';
import { formatRate } from '@dasbor/contract/format';
import { currentLanguage } from '../ui/define-messages.ts';
import { messages } from './messages.ts';

const Total = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={classes.total}>
    <span className={classes.quiet}>{label}</span>
    <span className={classes.totalValue}>{children}</span>
  </div>
);

/** `33.3%`, or a dash without views. */
export const formatConversion = (bps: number | null): string =>
  bps === null ? '–' : formatRate(Math.round(bps / 10) * 10, currentLanguage());

/** Payments, views and conversion of the link. */
export function TotalsPanel({ link }: { link: LinkDetail }) {
  const t = messages().totals;
  return (
    <Panel title={t.title}>
      <div className={classes.totals}>
        <Total label={t.collected}>
          <Amount value={link.collected_amount} />
        </Total>
        <Total label={t.paid}>{formatPaidCount(link)}</Total>
        <Total label={t.views}>{formatCount(link.views)}</Total>
        <Total label={t.attempts}>{formatCount(link.attempts)}</Total>
        <Total label={t.conversion}>{formatConversion(link.conversion_bps)}</Total>
      </div>
    </Panel>
  );
}

const formatCollectedFields = ({ collect_fields }: PaymentLink): string =>
  collect_fields
    .map(({ kind, label, required }) => {
      const field = label ?? messages().fields[kind];
      return required ? field : messages().settings.optional(field);
    })
    .join(', ');

const renderItems = ({ items }: PaymentLink): ReactNode =>
  items.length === 0 ? null : (
    <>
      {items.map((item, index) => (
        // Items have no id and a fixed order.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index}>
          {item.qty} × {item.name}, {formatRupiah(item.price)}
        </div>
      ))}
    </>
  );

function buildSettings(link: PaymentLink): (readonly [string, ReactNode])[] {
  const t = messages();
  const { settings, columns } = t;
  return [
    [settings.id, <CopyableId key="id" value={link.id} label={settings.id_label} />],
    [columns.type, t.types[link.type]],
    [columns.amount, formatLinkAmount(link)],
    [settings.description, link.description],
    [settings.items, renderItems(link)],
    [columns.reference, link.merchant_reference],
    [
      columns.customer,
      link.customer && [link.customer.name, link.customer.email, link.customer.phone].filter(Boolean).join(', '),
    ],
    [settings.collected_fields, formatCollectedFields(link)],
    [columns.channels, formatChannels(link.channels)],
    [columns.fee_bearer, link.fee_bearer === 'merchant' ? t.you : settings.customer_pays],
    [settings.usage_limit, link.type === 'single_use' ? '1' : (link.usage_limit ?? t.none)],
    [columns.starts_at, link.starts_at && <Instant key="starts" at={link.starts_at} />],
    [settings.expires, link.expires_at === null ? t.never : <Instant key="ends" at={link.expires_at} />],
    [settings.success_url, link.success_redirect_url],
    [settings.failure_url, link.failure_redirect_url],
    [settings.reminders, link.reminders.map((hours) => settings.hours_before(hours)).join(', ')],
    [settings.language, t.languages[link.language]],
    [columns.created_by, link.created_by_name],
    [columns.created_at, <Instant key="created" at={link.created_at} />],
    ...Object.entries(link.metadata ?? {}).map(([name, value]) => [settings.metadata(name), value] as const),
  ];
}

export const SettingsPanel = ({ link }: { link: PaymentLink }) => (
  <Panel title={messages().settings.title}>
    <DetailList rows={buildSettings(link)} />
  </Panel>
);

export const TransactionLink = ({ id, children }: { id: string; children: ReactNode }) => (
  <Link to="/transaction/$id" params={{ id }} title={id}>
    {children}
  </Link>
);
