import { bankShortName } from '@dasbor/contract/bank';
import { Button } from '@mantine/core';
import { IconBuildingBank } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { BackToList, useBackOnEscape } from '../list/back-to-list.tsx';
import { DetailTabs } from '../list/detail-tabs.tsx';
import { Amount, formatCount } from '../ui/amount.tsx';
import { CopyableId, shortenId } from '../ui/copyable-id.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Headline } from '../ui/headline.tsx';
import { Instant } from '../ui/instant.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { ScreenSkeleton } from '../ui/skeletons.tsx';
import { StatusChip, formatStatus } from '../ui/status-chip.tsx';
import { VaActions } from './actions.tsx';
import { InquiriesPanel, ProviderLogPanel } from './history-panels.tsx';
import { VaTimeline } from './va-timeline.tsx';
import { type VaDetail, useLiveVa } from './use-live-va.ts';
import { Instructions, NumberPanel } from './number-panel.tsx';
import { PaymentsPanel } from './payments-panel.tsx';
import { messages } from './messages.ts';
import { formatAmounts } from './va-labels.tsx';
import classes from './virtual-account.module.css';

const Back = () => <BackToList path="/virtual-account" label={messages().title} />;

/** A virtual account with its payments, instructions, timeline and provider log. */
export function VirtualAccountDetailScreen() {
  const t = messages().detail;
  const { id } = useParams({ from: '/protected/virtual-account/$id' });
  const navigate = useNavigate();
  const va = useLiveVa(id);
  useBackOnEscape('/virtual-account');
  if (va.isPending) return <ScreenSkeleton />;
  if (va.data !== undefined) return <Detail va={va.data.data} />;
  const { status_code, detail, request_id } = va.error;
  // A malformed id is treated as not found.
  if (status_code !== 404 && status_code !== 400) {
    return (
      <Panel>
        <Back />
        <FailedState detail={detail} request_id={request_id} onRetry={() => void va.refetch()} />
      </Panel>
    );
  }
  return (
    <Panel>
      <EmptyState
        title={t.not_found}
        icon={<IconBuildingBank size={22} stroke={1.6} />}
        action={
          <Button variant="default" onClick={() => void navigate({ to: '/virtual-account' })}>
            {t.back}
          </Button>
        }
      >
        {t.not_found_before} <code>{id}</code>. {t.not_found_after}
      </EmptyState>
    </Panel>
  );
}

const Detail = ({ va }: { va: VaDetail }) => (
  <>
    <PageHeader
      document_title={`${bankShortName(va.bank)} ${va.va_number} · ${formatStatus(va.status)}`}
      back={<Back />}
      title={
        <Headline>
          <span className={classes.mono}>{va.va_number}</span>
          <StatusChip status={va.status} />
        </Headline>
      }
      line={<CopyableId value={va.id} label={messages().fields.id} />}
      actions={<VaActions va={va} />}
    />
    <DetailTabs record={va} audit={{ object_types: ['virtual_account'], object_id: va.id }}>
      <div className={classes.columns}>
        <div>
          <PaymentsPanel va={va} />
          <InquiriesPanel inquiries={va.inquiries} />
          <VaTimeline events={va.events} />
          <ProviderLogPanel rail_log={va.rail_log} />
        </div>
        <div>
          <Panel title={messages().number.title}>
            <NumberPanel va={va} />
          </Panel>
          <Panel title={messages().number.instructions}>
            <Instructions va={va} />
          </Panel>
          <Panel title={messages().detail.summary}>
            <DetailList rows={buildSummaryRows(va).filter(([, value]) => value !== null && value !== undefined)} />
          </Panel>
        </div>
      </div>
    </DetailTabs>
  </>
);

function buildSummaryRows(va: VaDetail): readonly (readonly [label: string, value: ReactNode])[] {
  const { fields: t, types, amount_types, never } = messages();
  const amount = va.amount_type === 'open' ? '' : `: ${formatAmounts(va)}`;
  return [
    [t.bank, bankShortName(va.bank)],
    [t.holder, va.holder_name],
    [t.type, types[va.type]],
    [t.amount, `${amount_types[va.amount_type]}${amount}`],
    [t.paid, <Amount key="paid" value={va.paid_amount} />],
    [t.payments, formatCount(va.payments_count)],
    [t.mismatches, formatCount(va.mismatches_count)],
    [t.created, <Instant key="created" at={va.created_at} />],
    [t.expires, va.expires_at === null ? never : <Instant key="expires" at={va.expires_at} />],
    [t.last_paid, va.last_paid_at && <Instant key="last" at={va.last_paid_at} />],
    [
      t.pending_payment,
      va.transaction_id && (
        <Link key="transaction" to="/transaction/$id" params={{ id: va.transaction_id }} title={va.transaction_id}>
          {shortenId(va.transaction_id)}
        </Link>
      ),
    ],
    [
      t.payment_link,
      va.payment_link_id && (
        <Link key="link" to="/payment-link/$id" params={{ id: va.payment_link_id }} title={va.payment_link_id}>
          {shortenId(va.payment_link_id)}
        </Link>
      ),
    ],
    [t.merchant_reference, va.merchant_reference],
    [t.description, va.description],
    [t.customer, va.customer_name],
    [t.customer_email, va.customer_email],
    [t.customer_phone, va.customer_phone],
    [t.trx_id, va.payments[0] ? <CopyableId key="trx" value={va.payments[0].trx_id} label="trxId" /> : null],
    ...Object.entries(va.metadata ?? {}).map(([name, value]) => [t.metadata(name), String(value)] as const),
  ];
}
