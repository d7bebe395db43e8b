import { simulateCommission } from '@dasbor/contract/account-group-commission';
import type { CommissionTerms } from '@dasbor/contract/account-group-commission-fields';
import type { CallBody } from '@dasbor/contract/route';
import { Skeleton, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { Amount } from '../ui/amount.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import { Panel } from '../ui/panel.tsx';
import classes from './commission.module.css';
import { messages } from './messages.ts';

const DEBOUNCE_MS = 250;

type Simulation = CallBody<typeof simulateCommission>;

interface SimulatorProps {
  group_id: string | null;
  method: Simulation['method'] | null;
  channel_code: string | null;
  /** null: not complete yet. */
  terms: CommissionTerms | null;
}

/** Calculates one payment under the terms, as they are typed. */
export function Simulator({ group_id, method, channel_code, terms }: SimulatorProps) {
  const t = messages().simulator;
  const [amount, setAmount] = useState<number | null>(100_000);
  const [month_volume, setVolume] = useState<number | null>(null);
  const [body] = useDebouncedValue<Simulation | null>(
    group_id === null || terms === null || amount === null || amount === 0
      ? null
      : { group_id, amount, method: method ?? 'qris', channel_code, month_volume: month_volume ?? 0, terms },
    DEBOUNCE_MS,
  );
  return (
    <Panel title={t.title}>
      <Stack gap="sm">
        <Text c="dimmed" fz="sm">
          {t.line}
        </Text>
        <div className={classes.pair}>
          <AmountField label={t.amount} value={amount} onChange={setAmount} />
          {terms !== null && terms.tiers.length > 0 && (
            <AmountField label={t.volume} value={month_volume} onChange={setVolume} />
          )}
        </div>
        {body === null ? (
          <Text c="dimmed" fz="sm">
            {t.incomplete}
          </Text>
        ) : (
          <Result body={body} />
        )}
      </Stack>
    </Panel>
  );
}

function Result({ body }: { body: Simulation }) {
  const t = messages().simulator;
  const simulation = useQuery({
    queryKey: [simulateCommission.name, body],
    queryFn: ({ signal }) => call(simulateCommission, { body, signal }),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    meta: { quiet: true },
  });
  if (simulation.isError) return <Text fz="sm">{simulation.error.message}</Text>;
  if (simulation.data === undefined) return <Skeleton h={150} radius={8} />;
  const found = simulation.data.data;
  return (
    <div aria-live="polite">
      <DetailList
        rows={[
          [t.fee, <Amount key="fee" value={found.fee_amount} />],
          [t.vat, <Amount key="vat" value={found.fee_vat_amount} />],
          [t.commission, <Amount key="commission" value={found.commission_amount} strong />],
          [t.provider, <Amount key="provider" value={found.provider_amount} />],
          [t.net, <Amount key="net" value={found.net_amount} />],
        ]}
      />
      {found.bound !== null && (
        <Text c="dimmed" fz="sm" mt="xs">
          {t.bound[found.bound]}
        </Text>
      )}
    </div>
  );
}
