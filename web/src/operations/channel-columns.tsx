import type { BankHealth, ChannelMetrics, ChannelHealth } from '@dasbor/contract/channel-health';
import { useHasAccess } from '../api/signed-in.ts';
import { formatCount } from '../ui/amount.tsx';
import { type Column, EMPTY_CELL } from '../ui/column.tsx';
import { formatDecimal, formatPercent } from '../ui/metric-format.ts';
import { formatInstant } from '../ui/instant.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { TwoLines } from '../ui/two-lines.tsx';
import { type OutageScope, STATE_TONES, toChannelState, formatLatency, toOutageScope } from './channel-state.ts';
import { messages } from './messages.ts';
import classes from './operations.module.css';

type Circuit = BankHealth['circuit'];
type OnAddOutage = (scope: OutageScope) => void;

export function buildChannelColumns(circuit: Circuit, onAddOutage: OnAddOutage): readonly Column<ChannelHealth>[] {
  const t = messages().channels;
  return [
    { id: 'service', label: t.service, width_px: 170, render: (row) => <Service channel={row} /> },
    {
      id: 'state',
      label: t.state,
      width_px: 150,
      is_whole: true,
      render: (row) => <State channel={row} circuit={circuit} />,
    },
    { id: 'recent', label: t.recent, width_px: 170, render: ({ recent }) => <Metrics metrics={recent} /> },
    { id: 'day', label: t.day, width_px: 170, priority: 2, render: ({ day }) => <Metrics metrics={day} /> },
    { id: 'last', label: t.last, width_px: 270, priority: 3, render: (row) => <LastCalls channel={row} /> },
    { id: 'waiting', label: t.waiting, width_px: 130, priority: 1, render: (row) => <WaitingCell channel={row} /> },
    {
      id: 'actions',
      label: t.add_outage,
      head: '',
      width_px: 140,
      is_whole: true,
      align: 'right',
      render: (row) => <AddOutage channel={row} onAddOutage={onAddOutage} />,
    },
  ];
}

interface ChannelProps {
  channel: ChannelHealth;
}

export function ChannelCard({
  channel,
  circuit,
  onAddOutage,
}: ChannelProps & { circuit: Circuit; onAddOutage: OnAddOutage }) {
  const t = messages().channels;
  return (
    <RowCard>
      <strong>{t.services[channel.service]}</strong>
      <State channel={channel} circuit={circuit} />
      <SecondaryText>{t.recent}</SecondaryText>
      <Metrics metrics={channel.recent} />
      <SecondaryText>{t.day}</SecondaryText>
      <Metrics metrics={channel.day} />
      <div className={classes.wide}>
        <LastCalls channel={channel} />
        {channel.waiting.count > 0 && (
          <SecondaryText>{`${t.waiting}: ${formatCount(channel.waiting.count)} ${formatWaitingSince(channel)}`}</SecondaryText>
        )}
        {channel.outages.length > 0 && <SecondaryText>{formatOutage(channel)}</SecondaryText>}
        <AddOutage channel={channel} onAddOutage={onAddOutage} />
      </div>
    </RowCard>
  );
}

/** The end of the outage that lasts longest. */
function formatOutage({ outages }: ChannelHealth): string {
  const [last] = outages.map(({ ends_at }) => ends_at).toSorted((a, b) => b.localeCompare(a));
  return last === undefined ? '' : messages().channels.declared(formatInstant(last));
}

function Service({ channel }: ChannelProps) {
  const t = messages().channels;
  const second =
    channel.outages.length > 0
      ? formatOutage(channel)
      : channel.last_callback_at === null
        ? null
        : t.last_callback(formatInstant(channel.last_callback_at));
  return (
    <TwoLines>
      <strong>{t.services[channel.service]}</strong>
      {second !== null && (
        <span title={second}>
          <SecondaryText>{second}</SecondaryText>
        </span>
      )}
    </TwoLines>
  );
}

function State({ channel, circuit }: ChannelProps & { circuit: Circuit }) {
  const state = toChannelState(channel, circuit);
  return <StatusChip status={state} tone={STATE_TONES[state]} label={messages().channels.states[state]} />;
}

function Metrics({ metrics }: { metrics: ChannelMetrics }) {
  const t = messages().channels;
  const { count, not_sent_count, success_rate, p50_ms, p95_ms } = metrics;
  const not_sent = not_sent_count > 0 ? t.not_sent(formatCount(not_sent_count)) : null;
  if (success_rate === null) return <SecondaryText>{not_sent ?? t.no_calls}</SecondaryText>;
  return (
    <TwoLines>
      <span>
        {t.handled(formatPercent(success_rate), formatCount(count))}
        {not_sent !== null && ` · ${not_sent}`}
      </span>
      <SecondaryText>
        {t.latency(formatLatency(p50_ms, formatDecimal), formatLatency(p95_ms, formatDecimal))}
      </SecondaryText>
    </TwoLines>
  );
}

function LastCalls({ channel: { last_success_at, last_failure, day } }: ChannelProps) {
  const t = messages().channels;
  if (day.count === 0) return EMPTY_CELL;
  const code =
    last_failure?.response_code ?? (last_failure?.http_status ? `HTTP ${last_failure.http_status}` : t.no_response);
  return (
    <TwoLines>
      <span>{last_success_at === null ? t.no_success : t.last_success(formatInstant(last_success_at))}</span>
      <SecondaryText>
        {last_failure === null ? t.no_failure : t.last_failure(formatInstant(last_failure.at), code)}
      </SecondaryText>
    </TwoLines>
  );
}

const formatWaitingSince = ({ waiting: { since } }: ChannelHealth): string =>
  since === null ? '' : messages().channels.waiting_since(formatInstant(since));

function WaitingCell({ channel }: ChannelProps) {
  if (channel.waiting.count === 0) return EMPTY_CELL;
  return (
    <TwoLines>
      <span>{formatCount(channel.waiting.count)}</span>
      <SecondaryText>{formatWaitingSince(channel)}</SecondaryText>
    </TwoLines>
  );
}

function AddOutage({ channel, onAddOutage }: ChannelProps & { onAddOutage: OnAddOutage }) {
  const t = messages();
  const may_manage = useHasAccess('Operations', 'manage');
  const scope = toOutageScope(channel.service);
  if (scope === null) return null;
  return (
    <ActionButton
      size="compact-sm"
      variant="default"
      disabled_reason={may_manage ? undefined : t.denied}
      onClick={() => onAddOutage(scope)}
    >
      {t.channels.add_outage}
    </ActionButton>
  );
}
