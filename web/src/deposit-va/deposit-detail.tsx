import { bankName } from '@dasbor/contract/bank';
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { BackToList } from '../list/back-to-list.tsx';
import { DetailTabs } from '../list/detail-tabs.tsx';
import { Amount, formatRupiah } from '../ui/amount.tsx';
import { CopyableId } from '../ui/copyable-id.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import { Headline } from '../ui/headline.tsx';
import { Instant } from '../ui/instant.tsx';
import { JsonBlock } from '../ui/json-block.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { DepositChip } from './deposit-columns.tsx';
import type { DepositData } from './deposit-data.ts';
import { DepositTimeline } from './deposit-timeline.tsx';
import classes from './deposit-va.module.css';

import { messages } from './messages.ts';

/** One deposit: summary, fees, timeline and provider log. */
export function DepositDetail({ deposit }: { deposit: DepositData }) {
  const t = messages();
  return (
    <>
      <PageHeader
        document_title={t.deposit.title(formatRupiah(deposit.amount))}
        back={<BackToList path="/deposit-va" label={t.title} />}
        title={
          <Headline>
            <Amount value={deposit.amount} strong />
            <DepositChip status={deposit.status} />
          </Headline>
        }
        line={<CopyableId value={deposit.id} label={t.copy.deposit_id} />}
      />
      <DetailTabs record={deposit} audit={{ object_types: ['deposit'], object_id: deposit.id }}>
        <div className={classes.columns}>
          <div>
            <Panel title={t.detail.summary}>
              <DetailList rows={buildSummary(deposit)} />
            </Panel>
            <Panel title={t.deposit.fees}>
              <DetailList rows={buildFees(deposit)} />
            </Panel>
          </div>
          <div>
            <DepositTimeline deposit={deposit} />
            <Panel title={t.deposit.log}>
              {deposit.rail_log.length === 0 ? (
                <Text c="dimmed">{t.deposit.log_empty}</Text>
              ) : (
                deposit.rail_log.map((message) => (
                  <div key={message.id}>
                    <Text fz="sm">
                      <Instant at={message.at} /> · {message.endpoint} · {message.response_code ?? '–'}
                    </Text>
                    <JsonBlock value={message.request} label={t.deposit.request} />
                  </div>
                ))
              )}
            </Panel>
          </div>
        </div>
      </DetailTabs>
    </>
  );
}

function buildSummary(deposit: DepositData) {
  const t = messages();
  return [
    [
      t.number,
      <CopyableId key="number" value={deposit.va_number} label={t.copy.va_number}>
        <Link to="/deposit-va/$id" params={{ id: deposit.deposit_va_id }}>
          {deposit.va_number}
        </Link>
      </CopyableId>,
    ],
    [t.bank, bankName(deposit.bank)],
    [t.deposit.sender, deposit.sender_name],
    [t.deposit.sender_bank, deposit.sender_bank],
    [
      t.deposit.reference,
      deposit.bank_reference && <CopyableId key="ref" value={deposit.bank_reference} label={t.copy.reference} />,
    ],
    [t.deposit.request_id, <CopyableId key="request" value={deposit.payment_request_id} label={t.copy.request_id} />],
    [t.deposit.paid, <Instant key="paid" at={deposit.paid_at} />],
    [t.deposit.received, <Instant key="received" at={deposit.received_at} />],
    [t.deposit.ended, deposit.ended_at && <Instant key="ended" at={deposit.ended_at} />],
    ...(deposit.review_reason === null
      ? []
      : [[t.deposit.review_reason, t.deposit.reasons[deposit.review_reason]] as const]),
    ...(deposit.decision_note === null ? [] : [[t.deposit.decision, deposit.decision_note] as const]),
  ] as const;
}

function buildFees(deposit: DepositData) {
  const t = messages().deposit;
  return [
    [t.gross, <Amount key="gross" value={deposit.amount} />],
    [t.fee, <Amount key="fee" value={-deposit.fee_amount} />],
    [t.vat, <Amount key="vat" value={-deposit.fee_vat_amount} />],
    [
      deposit.status === 'credited' ? t.credited : t.to_credit,
      deposit.status === 'returned' ? null : <Amount key="net" value={deposit.net_amount} strong />,
    ],
  ] as const;
}
