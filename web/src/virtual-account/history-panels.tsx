import { Text, Timeline } from '@mantine/core';
import { IconApi, IconBuildingBank, IconCpu, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Amount, formatCount } from '../ui/amount.tsx';
import { CopyableId, shortId } from '../ui/copyable-id.tsx';
import { Instant } from '../ui/instant.tsx';
import { JsonBlock } from '../ui/json-block.tsx';
import { Panel } from '../ui/panel.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import type { VaDetail } from './live-va.ts';
import { MatchChip } from './va-words.tsx';
import classes from './virtual-account.module.css';

/** Every payment that the bank told of, taken or not, newest first. */
export const PaymentsPanel = ({ va: { payments, payments_count } }: { va: VaDetail }) => (
  <Panel title="Payments" flush={payments.length > 0}>
    {payments.length === 0 ? (
      <Text c="dimmed">Nobody has paid yet.</Text>
    ) : (
      <div className={classes.scroll} role="group" aria-label="Payments, scrolls sideways" tabIndex={0}>
        <table className={classes.table} aria-label="Payments">
          <thead>
            <tr>
              <th scope="col">Paid</th>
              <th scope="col" className={classes.right}>
                Amount
              </th>
              <th scope="col">Match</th>
              <th scope="col">Transaction</th>
              <th scope="col">Payer</th>
              <th scope="col">paymentRequestId</th>
              <th scope="col">trxId</th>
            </tr>
          </thead>
          <tbody>
            {payments.map((payment) => (
              <PaymentRow key={payment.id} payment={payment} />
            ))}
          </tbody>
        </table>
        {payments.length >= 100 && (
          <Text c="dimmed" p="md">
            The newest 100 of {formatCount(payments_count)}. The list of transactions has them all.
          </Text>
        )}
      </div>
    )}
  </Panel>
);

const PaymentRow = ({ payment }: { payment: VaDetail['payments'][number] }) => (
  <tr>
    <td>
      <Instant at={payment.paid_at} />
    </td>
    <td className={classes.right}>
      <Amount value={payment.amount} strong />
    </td>
    <td>
      <MatchChip match={payment.match} />
      {payment.detail !== null && <div className={classes.quiet}>{payment.detail}</div>}
    </td>
    <td>
      {payment.transaction_id === null ? (
        'None'
      ) : (
        <Link to="/transaction/$id" params={{ id: payment.transaction_id }} title={payment.transaction_id}>
          {shortId(payment.transaction_id)}
        </Link>
      )}
    </td>
    <td>
      {payment.sender_name ?? '–'}
      <div className={classes.quiet}>{payment.sender_bank}</div>
    </td>
    <td>
      <CopyableId value={payment.payment_request_id} label="paymentRequestId" />
    </td>
    <td>
      <CopyableId value={payment.trx_id} label="trxId">
        <span title={payment.trx_id}>…{payment.trx_id.slice(-8)}</span>
      </CopyableId>
    </td>
  </tr>
);

/** What the bank asked before it took money. */
export const InquiriesPanel = ({ inquiries }: Pick<VaDetail, 'inquiries'>) => (
  <Panel title="Inquiries of the bank" flush={inquiries.length > 0}>
    {inquiries.length === 0 ? (
      <Text c="dimmed">The bank has not asked about this number yet.</Text>
    ) : (
      <ul className={classes.lines}>
        {inquiries.map((inquiry) => (
          <li key={inquiry.id}>
            <span>
              {inquiry.answer}
              {inquiry.channel !== null && <span className={classes.quiet}> · {inquiry.channel}</span>}
            </span>
            <StatusChip
              status={inquiry.response_code}
              label={inquiry.response_code}
              meaning={inquiry.response_code.startsWith('2') ? 'done' : 'attention'}
            />
            <span className={classes.quiet}>
              <Instant at={inquiry.at} /> · <span className={classes.mono}>{inquiry.inquiry_request_id}</span>
            </span>
          </li>
        ))}
      </ul>
    )}
  </Panel>
);

const ICONS = { system: IconCpu, user: IconUser, provider: IconBuildingBank, api_key: IconApi } as const;
const ACTORS = { system: 'Dasbor', user: 'A user', provider: 'The bank', api_key: 'An API key' } as const;

/** Every change, newest first, with who caused it and why. */
export const TimelinePanel = ({ events }: Pick<VaDetail, 'events'>) => (
  <Panel title="Timeline">
    <Timeline bulletSize={26} lineWidth={2} color="gray">
      {events.toReversed().map((event) => {
        const Icon = ICONS[event.actor_type];
        return (
          <Timeline.Item
            key={event.seq}
            bullet={<Icon size={14} aria-hidden />}
            title={<StatusChip status={event.to_status} />}
          >
            <Text mt={2}>
              {event.actor_name ?? ACTORS[event.actor_type]}
              {event.reason !== null && `: ${event.reason}`}
            </Text>
            <Text c="dimmed" fz="xs">
              <Instant at={event.at} />
            </Text>
          </Timeline.Item>
        );
      })}
    </Timeline>
  </Panel>
);

/** Every message to and from the bank, as it was, with secrets removed. */
export const MessagesPanel = ({ rail_log }: Pick<VaDetail, 'rail_log'>) => (
  <Panel title="Messages to and from the bank" flush={rail_log.length > 0}>
    {rail_log.length === 0 ? (
      <Text c="dimmed">None yet.</Text>
    ) : (
      rail_log.map((message) => (
        <details key={message.id} className={classes.message}>
          <summary>
            <span className={classes.mono}>
              {message.direction === 'out' ? 'to' : 'from'} bank {message.endpoint}
            </span>
            <StatusChip
              status={message.http_status === null ? 'no_answer' : String(message.http_status)}
              meaning={message.http_status === null ? 'attention' : message.http_status < 400 ? 'done' : 'failed'}
            />
            <span className={classes.quiet}>
              <Instant at={message.at} />
              {message.response_code !== null && ` · SNAP ${message.response_code}`}
            </span>
          </summary>
          <JsonBlock value={message.request ?? null} label="request" />
          <JsonBlock value={message.response ?? null} label="answer" />
        </details>
      ))
    )}
  </Panel>
);
