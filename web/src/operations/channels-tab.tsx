import { type BankHealth, type ChannelHealth, getChannelHealth } from '@dasbor/contract/channel-health';
import { Box, Text } from '@mantine/core';
import { IconBuildingBank } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLiveBatch } from '../api/live-batch.ts';
import { buildQuery, buildQueryKey } from '../api/query.ts';
import { Callout } from '../ui/callout.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { formatInstant } from '../ui/instant.tsx';
import { PanelTable } from '../ui/panel-table.tsx';
import { Panel } from '../ui/panel.tsx';
import { SecondaryText } from '../ui/row-card.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import { type Tone, StatusChip } from '../ui/status-chip.tsx';
import { ChannelCard, buildChannelColumns } from './channel-columns.tsx';
import type { OutageScope } from './channel-state.ts';
import { messages } from './messages.ts';
import classes from './operations.module.css';

interface ChannelsTabProps {
  /** Form to declare an outage, which another feature draws. */
  renderOutage: (scope: OutageScope, onClose: () => void) => ReactNode;
}

/** Health of each service of each bank, from recorded calls. */
export function ChannelsTab({ renderOutage }: ChannelsTabProps) {
  const t = messages().channels;
  const client = useQueryClient();
  const [scope, setScope] = useState<OutageScope | null>(null);
  const health = useQuery({ ...buildQuery(getChannelHealth), meta: { quiet: true } });
  useLiveBatch('operations', () => void client.invalidateQueries({ queryKey: buildQueryKey(getChannelHealth) }));
  const data = health.data?.data;
  return (
    <>
      <Text c="dimmed" mb="md">
        {t.line}
      </Text>
      {health.isPending && <ListSkeleton rows={9} />}
      {health.isError && data === undefined && (
        <FailedState
          detail={health.error.detail}
          request_id={health.error.request_id}
          onRetry={() => void health.refetch()}
        />
      )}
      {data !== undefined && data.missing_from !== null && data.banks.some(hasCalls) && (
        <Box mb="md">
          <Callout kind="warning">{t.missing(formatInstant(data.missing_from))}</Callout>
        </Box>
      )}
      {data?.banks.map((bank) => (
        <BankPanel key={bank.bank} bank={bank} onAddOutage={setScope} />
      ))}
      {scope !== null && renderOutage(scope, () => setScope(null))}
    </>
  );
}

const hasCalls = ({ services, circuit }: BankHealth): boolean =>
  circuit.state !== 'closed' ||
  services.some(
    ({ day, last_callback_at, waiting }) =>
      day.count + day.not_sent_count + waiting.count > 0 || last_callback_at !== null,
  );

const CIRCUIT_TONES = { closed: 'success', half_open: 'warning', open: 'danger' } as const satisfies Record<
  BankHealth['circuit']['state'],
  Tone
>;

/** The provider's credentials at the bank, or those of a merchant for a channel. */
const formatBank = ({ bank, credential }: BankHealth): string =>
  credential === null
    ? messages().channels.bank(bank)
    : messages().channels.credential(credential.merchant_name, credential.channel);

function BankPanel({ bank, onAddOutage }: { bank: BankHealth; onAddOutage: (scope: OutageScope) => void }) {
  const t = messages().channels;
  const has_calls = hasCalls(bank);
  const { circuit, services } = bank;
  return (
    <Panel title={formatBank(bank)} flush={has_calls}>
      <div className={classes.circuit} data-flush={has_calls || undefined}>
        <StatusChip status={circuit.state} tone={CIRCUIT_TONES[circuit.state]} label={t.circuit[circuit.state]} />
        {circuit.since !== null && (
          <SecondaryText>{t.circuit_since(formatInstant(circuit.since), circuit.processes)}</SecondaryText>
        )}
        {circuit.retry_at !== null && (
          <SecondaryText>{t.retry_at(formatInstant(circuit.retry_at, { seconds: true }))}</SecondaryText>
        )}
      </div>
      {has_calls ? (
        <PanelTable<ChannelHealth>
          label={formatBank(bank)}
          columns={buildChannelColumns(circuit, onAddOutage)}
          rows={services}
          keyOf={({ service }) => service}
          renderCard={(channel) => <ChannelCard channel={channel} circuit={circuit} onAddOutage={onAddOutage} />}
        />
      ) : (
        <EmptyState title={t.empty} icon={<IconBuildingBank size={22} stroke={1.6} />}>
          {t.empty_line}
        </EmptyState>
      )}
    </Panel>
  );
}
