import { currentLanguage } from '../ui/define-messages.ts';
import { INDUSTRY_LABELS } from '@dasbor/contract/industry';
import type { MerchantDetail, MerchantEvent } from '@dasbor/contract/merchant-fields';
import {
  IconArrowsExchange,
  IconBan,
  IconCheck,
  IconClipboardCheck,
  IconGauge,
  IconHandStop,
  IconPlugConnected,
  IconSend,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Amount } from '../ui/amount.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import { MetricTile, MetricTiles } from '../ui/metric-tiles.tsx';
import { Instant, formatDay } from '../ui/instant.tsx';
import links from '../ui/link.module.css';
import { PanelColumns } from '../ui/panel-layout.tsx';
import { Panel } from '../ui/panel.tsx';
import { StatusChip, type StatusChipProps } from '../ui/status-chip.tsx';
import { type TimelineEvent, type TimelineIcon, TimelinePanel, formatActor } from '../ui/timeline.tsx';
import {
  STATUS_TONES,
  VERIFICATION_TONES,
  formatEntity,
  formatMerchantStatus,
  formatRisk,
  formatTerms,
  formatVerification,
} from './labels.ts';
import { messages } from './messages.ts';
import { sectionMessages } from './section-messages.ts';

/** State, metrics, data and timeline of a merchant. */
export function OverviewTab({ merchant }: { merchant: MerchantDetail }) {
  const t = messages();
  return (
    <>
      <MetricTiles>
        <Metric label={t.fields.balance} value={merchant.balance_amount} />
        <Metric label={t.fields.volume} value={merchant.volume_amount} />
        <Metric label={t.detail.month} value={merchant.volume_month_amount} />
        <Metric label={t.detail.today} value={merchant.volume_today_amount} />
      </MetricTiles>
      <PanelColumns>
        <div>
          <Panel title={t.detail.business}>
            <DetailList rows={buildBusinessRows(merchant)} />
          </Panel>
          <Panel title={t.detail.contact}>
            <DetailList rows={buildContactRows(merchant)} />
          </Panel>
          <Panel title={t.detail.legal}>
            <DetailList rows={buildLegalRows(merchant)} />
          </Panel>
        </div>
        <div>
          <Panel title={t.detail.may}>
            <DetailList rows={buildPermissionRows(merchant)} />
          </Panel>
          <TimelinePanel events={merchant.events.map(toTimelineEvent)} />
        </div>
      </PanelColumns>
    </>
  );
}

const Metric = ({ label, value }: { label: string; value: number }) => (
  <MetricTile label={label}>
    <Amount value={value} />
  </MetricTile>
);

type Rows = readonly (readonly [label: string, value: ReactNode])[];

function buildBusinessRows(merchant: MerchantDetail): Rows {
  const { fields: t, criteria } = messages();
  return [
    [t.legal_name, merchant.legal_name],
    [t.entity_type, formatEntity(merchant.entity_type)],
    [t.industry, merchant.industry && INDUSTRY_LABELS[merchant.industry][currentLanguage()]],
    [t.description, merchant.description],
    [t.mcc, merchant.mcc],
    [t.nmid, merchant.nmid],
    [t.qris_criteria, criteria[merchant.qris_criteria]],
    [t.monthly_volume, merchant.monthly_volume === null ? null : <Amount key="m" value={merchant.monthly_volume} />],
    [t.account_groups, merchant.account_groups.length === 0 ? null : <Groups key="groups" merchant={merchant} />],
    [t.risk, formatRisk(merchant.risk_level)],
    [t.terms, formatTerms(merchant.settlement_terms)],
    [t.created, <Instant key="c" at={merchant.created_at} />],
    [t.activated, merchant.activated_at === null ? null : <Instant key="a" at={merchant.activated_at} />],
  ];
}

const Groups = ({ merchant: { account_groups } }: { merchant: MerchantDetail }) =>
  account_groups.map(({ id, name, code }) => (
    <div key={id}>
      <Link to="/account-group/$id" params={{ id }} className={links.link}>
        {name} ({code})
      </Link>
    </div>
  ));

function buildContactRows(merchant: MerchantDetail): Rows {
  const { fields: t } = messages();
  const { names } = merchant;
  return [
    [t.owner, merchant.owner_email],
    [t.email, merchant.email],
    [t.phone, merchant.phone],
    [t.cs_phone, merchant.cs_phone],
    [t.website, merchant.website],
    [t.cs_email, merchant.cs_email],
    [t.address_line, merchant.address_line],
    [t.village, names.village],
    [t.district, names.district],
    [t.regency, names.regency],
    [t.province, names.province],
    [t.postal_code, merchant.postal_code],
    [t.city, merchant.city],
  ];
}

function buildLegalRows(merchant: MerchantDetail): Rows {
  const { fields: t } = messages();
  return [
    [t.nib, merchant.nib],
    [t.npwp, merchant.npwp],
    [t.npwp_name, merchant.npwp_name],
    [t.deed, formatDated(merchant.deed_no, merchant.deed_date)],
    [t.decree, formatDated(merchant.sk_no, merchant.sk_date)],
  ];
}

const formatDated = (no: string | null, day: string | null): string | null =>
  no === null || day === null ? no : messages().detail.on(no, formatDay(day));

function buildPermissionRows(merchant: MerchantDetail): Rows {
  const { detail: t } = messages();
  const onOff = (is_enabled: boolean) => (
    <StatusChip
      status={is_enabled ? 'active' : 'inactive'}
      tone={is_enabled ? 'success' : 'danger'}
      label={is_enabled ? t.enabled : t.disabled}
    />
  );
  const held = <StatusChip status="on_hold" tone="warning" label={t.held} />;
  return [
    [t.payments, onOff(merchant.payments_enabled)],
    [t.payouts, onOff(merchant.payouts_enabled)],
    [t.settlements, merchant.holds_settlements ? held : t.not_held],
  ];
}

const ICONS: Record<MerchantEvent['kind'], TimelineIcon> = {
  status: IconCheck,
  verification: IconClipboardCheck,
  payments: IconArrowsExchange,
  payouts: IconSend,
  settlement_hold: IconHandStop,
  limits: IconGauge,
  channels: IconPlugConnected,
};

function toTimelineEvent(event: MerchantEvent): TimelineEvent {
  const { seq, at, kind, to_status, reason } = event;
  return {
    key: seq,
    at,
    icon: to_status === 'suspended' || (kind !== 'settlement_hold' && to_status === 'disabled') ? IconBan : ICONS[kind],
    chip: buildChip(kind, to_status ?? ''),
    actor: formatActor({ actor_name: event.actor, actor_type: event.actor_type }),
    note: reason,
  };
}

function buildChip(kind: MerchantEvent['kind'], to: string): StatusChipProps {
  const { detail: t, tabs, actions } = messages();
  if (kind === 'status') {
    return {
      status: to,
      tone: STATUS_TONES[to as keyof typeof STATUS_TONES],
      label: formatMerchantStatus(to),
    };
  }
  if (kind === 'verification') {
    const tone = VERIFICATION_TONES[to as keyof typeof VERIFICATION_TONES];
    return { status: to, tone, label: `${tabs.verification}: ${formatVerification(to)}` };
  }
  if (kind === 'limits') return { status: to, tone: 'neutral', label: t.limits_changed };
  if (kind === 'channels') return { status: to, tone: 'neutral', label: sectionMessages().channels.changed };
  const is_on = to === 'enabled';
  if (kind === 'settlement_hold') {
    return { status: to, tone: is_on ? 'warning' : 'success', label: is_on ? actions.held : actions.released };
  }
  const label = `${kind === 'payments' ? t.payments : t.payouts}: ${is_on ? t.enabled : t.disabled}`;
  return { status: to, tone: is_on ? 'success' : 'danger', label };
}
