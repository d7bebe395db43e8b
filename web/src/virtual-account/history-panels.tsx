import { Text } from '@mantine/core';
import { Instant } from '../ui/instant.tsx';
import { JsonBlock } from '../ui/json-block.tsx';
import { Panel } from '../ui/panel.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { messages } from './messages.ts';
import type { VaDetail } from './use-live-va.ts';
import classes from './virtual-account.module.css';

/** Inquiries of the bank before it accepted payments. */
export const InquiriesPanel = ({ inquiries }: Pick<VaDetail, 'inquiries'>) => (
  <Panel title={messages().history.inquiries} flush={inquiries.length > 0}>
    {inquiries.length === 0 ? (
      <Text c="dimmed">{messages().history.no_inquiries}</Text>
    ) : (
      <ul className={classes.lines}>
        {inquiries.map((inquiry) => (
          <li key={inquiry.id}>
            <span>
              {inquiry.response_description}
              {inquiry.channel !== null && <span className={classes.quiet}> · {inquiry.channel}</span>}
            </span>
            <StatusChip
              status={inquiry.response_code}
              label={inquiry.response_code}
              tone={inquiry.response_code.startsWith('2') ? 'success' : 'warning'}
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

/** Requests to and from the bank, with secrets removed. */
export const ProviderLogPanel = ({ rail_log }: Pick<VaDetail, 'rail_log'>) => (
  <Panel title={messages().history.log} flush={rail_log.length > 0}>
    {rail_log.length === 0 ? (
      <Text c="dimmed">{messages().history.log_empty}</Text>
    ) : (
      rail_log.map((message) => (
        <details key={message.id} className={classes.message}>
          <summary>
            <span className={classes.mono}>
              {message.direction === 'out'
                ? messages().history.request_to(message.endpoint)
                : messages().history.request_from(message.endpoint)}
            </span>
            <StatusChip
              status={String(message.http_status)}
              label={message.http_status === null ? messages().history.no_response : String(message.http_status)}
              tone={message.http_status === null ? 'warning' : message.http_status < 400 ? 'success' : 'danger'}
            />
            <span className={classes.quiet}>
              <Instant at={message.at} />
              {message.response_code !== null && ` · SNAP ${message.response_code}`}
            </span>
          </summary>
          <JsonBlock value={message.request ?? null} label={messages().history.request} />
          <JsonBlock value={message.response ?? null} label={messages().history.response} />
        </details>
      ))
    )}
  </Panel>
);
