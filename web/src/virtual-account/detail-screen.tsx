import { Button } from '@mantine/core';
import { IconBuildingBank } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { BackToList, useBackOnEscape } from '../list/back-to-list.tsx';
import { valueLabel } from '../list/filter-labels.ts';
import { Amount, formatCount } from '../ui/amount.tsx';
import { CopyableId, shortId } from '../ui/copyable-id.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Instant } from '../ui/instant.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { ScreenSkeleton } from '../ui/skeletons.tsx';
import { StatusChip, formatStatus } from '../ui/status-chip.tsx';
import { VaActions } from './actions.tsx';
import { InquiriesPanel, MessagesPanel, TimelinePanel } from './history-panels.tsx';
import { type VaDetail, useLiveVa } from './use-live-va.ts';
import { Instructions, NumberPanel } from './number-panel.tsx';
import { PaymentsPanel } from './payments-panel.tsx';
import { TYPE_WORDS, formatAmounts } from './va-labels.tsx';
import classes from './virtual-account.module.css';

const Back = () => <BackToList path="/virtual-account" label="Virtual accounts" />;

/** One number: how to pay it, what was paid to it, what the bank asked and said. */
export function VirtualAccountDetailScreen() {
  const { id } = useParams({ from: '/protected/virtual-account/$id' });
  const navigate = useNavigate();
  const va = useLiveVa(id);
  useBackOnEscape('/virtual-account');
  if (va.isPending) return <ScreenSkeleton />;
  if (va.data !== undefined) return <Detail va={va.data.data} />;
  const { status_code, detail, request_id } = va.error;
  // A malformed id is as absent as an unknown one.
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
        title="Virtual account not found"
        icon={<IconBuildingBank size={22} stroke={1.6} />}
        action={
          <Button variant="default" onClick={() => void navigate({ to: '/virtual-account' })}>
            Back to virtual accounts
          </Button>
        }
      >
        There is no number with the id <code>{id}</code> among your virtual accounts. Check that the whole id was
        copied.
      </EmptyState>
    </Panel>
  );
}

const Detail = ({ va }: { va: VaDetail }) => (
  <>
    <PageHeader
      document_title={`${va.bank} ${va.va_number} · ${formatStatus(va.status)}`}
      back={<Back />}
      title={
        <span className={classes.headline}>
          <span className={classes.mono}>{va.va_number}</span>
          <StatusChip status={va.status} />
        </span>
      }
      line={<CopyableId value={va.id} label="virtual account id" />}
      actions={<VaActions va={va} />}
    />
    <div className={classes.columns}>
      <div>
        <PaymentsPanel va={va} />
        <InquiriesPanel inquiries={va.inquiries} />
        <TimelinePanel events={va.events} />
        <MessagesPanel rail_log={va.rail_log} />
      </div>
      <div>
        <Panel title="Number">
          <NumberPanel va={va} />
        </Panel>
        <Panel title="How to pay">
          <Instructions va={va} />
        </Panel>
        <Panel title="Summary">
          <DetailList rows={buildSummaryRows(va).filter(([, value]) => value !== null && value !== undefined)} />
        </Panel>
      </div>
    </div>
  </>
);

const buildSummaryRows = (va: VaDetail) =>
  [
    ['Bank', va.bank],
    ['Holder', va.holder_name],
    ['Type', TYPE_WORDS[va.type]],
    ['Amount', `${valueLabel(va.amount_type)}${va.amount_type === 'open' ? '' : `: ${formatAmounts(va)}`}`],
    ['Paid', <Amount key="paid" value={va.paid_amount} />],
    ['Payments taken', formatCount(va.payments_count)],
    ['Did not match', formatCount(va.mismatches_count)],
    ['Created', <Instant key="created" at={va.created_at} />],
    ['Expires', va.expires_at === null ? 'Never' : <Instant key="expires" at={va.expires_at} />],
    ['Last payment', va.last_paid_at && <Instant key="last" at={va.last_paid_at} />],
    [
      'Waiting payment',
      va.transaction_id && (
        <Link key="transaction" to="/transaction/$id" params={{ id: va.transaction_id }} title={va.transaction_id}>
          {shortId(va.transaction_id)}
        </Link>
      ),
    ],
    [
      'Payment link',
      va.payment_link_id && (
        <Link key="link" to="/payment-link/$id" params={{ id: va.payment_link_id }} title={va.payment_link_id}>
          {shortId(va.payment_link_id)}
        </Link>
      ),
    ],
    ['Merchant reference', va.merchant_reference],
    ['Description', va.description],
    ['Customer', va.customer_name],
    ['Customer e-mail', va.customer_email],
    ['Customer phone', va.customer_phone],
    ['trxId at the bank', va.payments[0] ? <CopyableId key="trx" value={va.payments[0].trx_id} label="trxId" /> : null],
    ...Object.entries(va.metadata ?? {}).map(([name, value]) => [`Metadata: ${name}`, String(value)] as const),
  ] as const;
