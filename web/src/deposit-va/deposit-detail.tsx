import type { getDeposit } from '@dasbor/contract/deposit-va';
import type { Output } from '@dasbor/contract/route';
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { BackToList } from '../list/back-to-list.tsx';
import { Amount, formatRupiah } from '../ui/amount.tsx';
import { CopyableId } from '../ui/copyable-id.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import { Instant } from '../ui/instant.tsx';
import { JsonBlock } from '../ui/json-block.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { formatStatus } from '../ui/status-chip.tsx';
import { DepositChip } from './deposit-columns.tsx';
import classes from './deposit-va.module.css';
import { REVIEW_REASON_LABELS, getBankName } from './labels.ts';

type DepositData = Output<typeof getDeposit>['data'];

/** One deposit: who paid, what became of it, and the bank's own words. */
export const DepositDetail = ({ deposit }: { deposit: DepositData }) => (
  <>
    <PageHeader
      document_title={`Deposit ${formatRupiah(deposit.amount)}`}
      back={<BackToList path="/deposit-va" label="Deposit VA" />}
      title={
        <span className={classes.headline}>
          <Amount value={deposit.amount} strong />
          <DepositChip status={deposit.status} />
        </span>
      }
      line={<CopyableId value={deposit.id} label="deposit id" />}
    />
    <div className={classes.columns}>
      <div>
        <Panel title="Summary">
          <DetailList rows={buildSummary(deposit)} />
        </Panel>
        <Panel title="Fees">
          <DetailList rows={buildFees(deposit)} />
        </Panel>
      </div>
      <div>
        <Panel title="Timeline">
          <Timeline deposit={deposit} />
        </Panel>
        <Panel title="Messages of the bank">
          {deposit.rail_log.length === 0 ? (
            <Text c="dimmed">The bank sent no message: this deposit was found by asking it.</Text>
          ) : (
            deposit.rail_log.map((message) => (
              <div key={message.id}>
                <Text fz="sm">
                  <Instant at={message.at} /> · {message.endpoint} · {message.response_code ?? '–'}
                </Text>
                <JsonBlock value={message.request} label="Message of the bank" />
              </div>
            ))
          )}
        </Panel>
      </div>
    </div>
  </>
);

const buildSummary = (deposit: DepositData) =>
  [
    [
      'Number',
      <CopyableId key="number" value={deposit.va_number} label="VA number">
        <Link to="/deposit-va/$id" params={{ id: deposit.deposit_va_id }}>
          {deposit.va_number}
        </Link>
      </CopyableId>,
    ],
    ['Bank', getBankName(deposit.bank)],
    ['Sender', deposit.sender_name],
    ["Sender's bank", deposit.sender_bank],
    [
      'Bank reference',
      deposit.bank_reference && <CopyableId key="ref" value={deposit.bank_reference} label="bank reference" />,
    ],
    [
      "Bank's payment number",
      <CopyableId key="request" value={deposit.payment_request_id} label="payment request id" />,
    ],
    ['Paid', <Instant key="paid" at={deposit.paid_at} />],
    ['Received', <Instant key="received" at={deposit.received_at} />],
    ['Credited or returned', deposit.ended_at && <Instant key="ended" at={deposit.ended_at} />],
    ...(deposit.review_reason === null
      ? []
      : [['Looked at, because', REVIEW_REASON_LABELS[deposit.review_reason]] as const]),
    ...(deposit.decision_note === null ? [] : [['Decision', deposit.decision_note] as const]),
  ] as const;

const buildFees = (deposit: DepositData) =>
  [
    ['Gross', <Amount key="gross" value={deposit.amount} />],
    ['Fee', <Amount key="fee" value={-deposit.fee_amount} />],
    ['PPN on the fee', <Amount key="vat" value={-deposit.fee_vat_amount} />],
    [
      deposit.status === 'credited' ? 'Credited' : 'To be credited',
      deposit.status === 'returned' ? null : <Amount key="net" value={deposit.net_amount} strong />,
    ],
  ] as const;

const Timeline = ({ deposit }: { deposit: DepositData }) => (
  <ol className={classes.timeline}>
    {deposit.events.toReversed().map((event) => (
      <li key={event.seq}>
        <DepositChip status={event.to_status} />
        <div>
          {event.actor_name !== null && `${event.actor_name}: `}
          {event.reason ?? formatStatus(event.to_status)}
        </div>
        <span className={classes.quiet}>
          <Instant at={event.at} />
        </span>
      </li>
    ))}
  </ol>
);
