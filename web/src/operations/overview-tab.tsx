import type { AccountType } from '@dasbor/contract/balance';
import { accountLabel } from '@dasbor/contract/balance-labels';
import { methodLabel } from '@dasbor/contract/labels';
import { OVERVIEW_PERIODS, type OverviewPeriod, getOperationsOverview } from '@dasbor/contract/operations';
import type { Output } from '@dasbor/contract/route';
import { Anchor, Box, Button, Paper, SegmentedControl, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { buildQuery } from '../api/query.ts';
import { Amount, formatCount } from '../ui/amount.tsx';
import { Callout } from '../ui/callout.tsx';
import { AMOUNT, COUNT, type Column } from '../ui/column.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { FailedState } from '../ui/failed-state.tsx';
import { type MetricUnit, formatChange, formatMetric, formatMetricInline } from '../ui/metric-format.ts';
import { PanelTable } from '../ui/panel-table.tsx';
import { Panel } from '../ui/panel.tsx';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import type { Exceptions } from './exceptions-tab.tsx';
import { messages } from './messages.ts';
import classes from './operations.module.css';

type Overview = Output<typeof getOperationsOverview>['data'];

const METRICS = [
  ['volume', 'rupiah'],
  ['payments', 'count'],
  ['success_rate', 'percent'],
  ['fees', 'rupiah'],
  ['active_merchants', 'count'],
] as const satisfies readonly (readonly [keyof Overview, MetricUnit])[];

/** The metrics over all merchants, against the previous period. */
export function OverviewTab({ exceptions, onExceptions }: { exceptions: Exceptions; onExceptions: () => void }) {
  const t = messages().overview;
  const [period, setPeriod] = useState<OverviewPeriod>('today');
  const overview = useQuery({
    ...buildQuery(getOperationsOverview, { query: { period } }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const { data } = overview;
  return (
    <>
      <ExceptionsCallout exceptions={exceptions} onExceptions={onExceptions} />
      <SegmentedControl
        aria-label={t.period}
        mb="md"
        value={period}
        onChange={(next) => setPeriod(OVERVIEW_PERIODS.find((each) => each === next) ?? 'today')}
        data={OVERVIEW_PERIODS.map((value) => ({ value, label: t.periods[value] }))}
      />
      {overview.isPending && <ListSkeleton rows={8} />}
      {overview.isError && data === undefined && (
        <FailedState
          detail={overview.error.detail}
          request_id={overview.error.request_id}
          onRetry={() => void overview.refetch()}
        />
      )}
      {data !== undefined && <Metrics overview={data.data} />}
    </>
  );
}

function ExceptionsCallout({ exceptions, onExceptions }: { exceptions: Exceptions; onExceptions: () => void }) {
  const t = messages().overview;
  if (exceptions.data === undefined) return null;
  const count = exceptions.data.counts.reduce((sum, row) => sum + row.count, 0);
  return (
    <Box mb="md">
      <Callout kind={count === 0 ? 'info' : 'warning'}>
        {count === 0 ? t.nothing_open : t.open(count)}{' '}
        {count > 0 && (
          <Button variant="transparent" size="compact-sm" px={4} onClick={onExceptions}>
            {t.open_exceptions}
          </Button>
        )}
      </Callout>
    </Box>
  );
}

function Metrics({ overview }: { overview: Overview }) {
  const t = messages().overview;
  return (
    <>
      <section className={classes.metrics} aria-label={t.metrics}>
        {METRICS.map(([name, unit]) => {
          const { value, previous } = overview[name];
          const change = formatChange(value, previous, unit);
          return (
            <Paper key={name} withBorder className={classes.metric}>
              <div className={classes.label}>{t[name]}</div>
              <div className={classes.value}>{formatMetric(value, unit)}</div>
              <div className={classes.before}>{change?.text ?? '–'}</div>
              <div className={classes.before}>{t.change(formatMetricInline(previous, unit))}</div>
            </Paper>
          );
        })}
      </section>
      <div className={classes.columns}>
        <Panel title={t.balances} flush>
          <Text c="dimmed" px="md" py="xs">
            {t.balances_line}
          </Text>
          <Ranking
            label={t.balances}
            heads={[t.balance, t.amount]}
            rows={overview.balances.map(({ type, amount }) => ({
              key: type,
              name: accountLabel(type as AccountType, currentLanguage(), true),
              amount,
            }))}
          />
        </Panel>
        <Panel title={t.methods} flush={overview.methods.length > 0}>
          <Ranking
            label={t.methods}
            heads={[t.method, t.volume]}
            rows={overview.methods.map(({ method, ...row }) => ({
              key: method,
              name: methodLabel(method, currentLanguage()),
              ...row,
            }))}
          />
        </Panel>
        <Panel title={t.merchants} flush={overview.merchants.length > 0}>
          <Ranking
            label={t.merchants}
            heads={[t.merchant, t.volume]}
            rows={overview.merchants.map(({ merchant_id, ...row }) => ({ key: merchant_id, merchant_id, ...row }))}
          />
        </Panel>
      </div>
    </>
  );
}

interface RankedRow {
  key: string;
  name: string;
  amount: number;
  count?: number;
  previous_amount?: number;
  merchant_id?: string;
}

const Name = ({ row: { name, merchant_id } }: { row: RankedRow }) =>
  merchant_id === undefined ? (
    name
  ) : (
    <Anchor renderRoot={(props) => <Link {...props} to="/merchant/$id" params={{ id: merchant_id }} />}>{name}</Anchor>
  );

interface RankingProps {
  label: string;
  /** Headers of the name and the amount. */
  heads: [string, string];
  rows: readonly RankedRow[];
}

function Ranking({ label, heads: [name_head, amount_head], rows }: RankingProps) {
  const t = messages().overview;
  if (rows.length === 0) return <Text c="dimmed">{t.no_payments}</Text>;
  const with_payments = rows.some(({ count }) => count !== undefined);
  const columns: Column<RankedRow>[] = [
    { id: 'name', label: name_head, width_px: 160, render: (row) => <Name row={row} /> },
    ...(with_payments
      ? [
          {
            ...COUNT,
            id: 'count',
            label: t.payments,
            priority: 2,
            render: (row: RankedRow) => formatCount(row.count ?? 0),
          },
        ]
      : []),
    { ...AMOUNT, id: 'amount', label: amount_head, render: ({ amount }) => <Amount value={amount} strong /> },
    ...(with_payments
      ? [
          {
            ...AMOUNT,
            id: 'previous',
            label: t.previous,
            priority: 1,
            width_px: 150,
            render: (row: RankedRow) => <Amount value={row.previous_amount ?? 0} />,
          },
        ]
      : []),
  ];
  return (
    <PanelTable
      label={label}
      columns={columns}
      rows={rows}
      keyOf={({ key }) => key}
      renderCard={(row) => (
        <RowCard>
          <Name row={row} />
          <Amount value={row.amount} strong />
          {row.count !== undefined && <SecondaryText>{`${t.payments}: ${formatCount(row.count)}`}</SecondaryText>}
        </RowCard>
      )}
    />
  );
}
