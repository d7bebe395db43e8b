import {
  type UnmatchedMovement,
  listUnmatchedMovements,
  summariseUnmatchedMovements,
} from '@dasbor/contract/bank-movement';
import { MOVEMENT_TYPES, type MovementType } from '@dasbor/contract/bank-statement';
import * as duration from '@dasbor/contract/duration';
import { toBusinessDay } from '@dasbor/contract/time';
import { Group, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { buildPagesQuery, buildQuery } from '../api/query.ts';
import { Amount, formatCount } from '../ui/amount.tsx';
import { AMOUNT, type Column } from '../ui/column.tsx';
import { DateField } from '../ui/date-field.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatDay } from '../ui/instant.tsx';
import { PanelRows } from '../ui/panel-rows.tsx';
import { Panel } from '../ui/panel.tsx';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { messages } from './messages.ts';

const WEEK_DAYS = 7;

interface MovementFilter {
  /** Business days; empty while there is none. */
  from: string;
  to: string;
  /** Absent: every kind. */
  object_type?: MovementType | undefined;
}

const isComplete = ({ from, to }: MovementFilter): boolean => from !== '' && to !== '' && from <= to;

/** The filter of the address: without one, every kind of the last week. */
function parseFilter(search: Record<string, string | undefined>): MovementFilter {
  const given = { from: parseDay(search['from']), to: parseDay(search['to']) };
  const days = isComplete(given)
    ? given
    : { from: toBusinessDay(new Date(Date.now() - duration.days(WEEK_DAYS - 1))), to: toBusinessDay(new Date()) };
  return { ...days, object_type: MOVEMENT_TYPES.find((known) => known === search['object_type']) };
}
const parseDay = (given = ''): string =>
  /^\d{4}-\d\d-\d\d$/.test(given) && !Number.isNaN(Date.parse(given)) ? given : '';

/** The filter, which the address follows while it is complete: a day that is being typed would not survive there. */
function useMovementFilter(): [filter: MovementFilter, change: (part: Partial<MovementFilter>) => void] {
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const [filter, setFilter] = useState(() => parseFilter(search));
  const change = (part: Partial<MovementFilter>) => {
    const next = { ...filter, ...part };
    setFilter(next);
    if (!isComplete(next)) return;
    void navigate({ to: '.', search: (before) => ({ ...before, ...next }), replace: true, resetScroll: false });
  };
  return [filter, change];
}

/** Recorded movements without a statement line: paid, received or sent money of some days. */
export function MovementsPanel() {
  const t = messages();
  const [filter, change] = useMovementFilter();
  const { from, to, object_type } = filter;
  const query = { from, to, ...(object_type === undefined ? {} : { object_type: [object_type] }) };
  const is_valid = isComplete(filter);
  const list = useInfiniteQuery({
    ...buildPagesQuery(listUnmatchedMovements, { query: query as never }),
    enabled: is_valid,
    meta: { quiet: true },
  });
  const sums = useQuery({
    ...buildQuery(summariseUnmatchedMovements, { query: query as never }),
    enabled: is_valid,
    meta: { quiet: true },
  });
  const rows = (list.data?.pages ?? []).flatMap((page) => page.data);
  const kinds = [undefined, ...MOVEMENT_TYPES].map((type) => ({
    type,
    name: type === undefined ? t.movements.all_kinds : t.types[type],
  }));
  return (
    <>
      <Group gap="md" mb="md" align="flex-end">
        <DateField label={t.movements.from} value={from} onChange={(day) => change({ from: day })} max={to} />
        <DateField label={t.movements.to} value={to} onChange={(day) => change({ to: day })} min={from} />
        <SelectField
          label={t.movements.kind}
          options={kinds}
          value={kinds.find(({ type }) => type === object_type) ?? null}
          onChange={(kind) => change({ object_type: kind?.type })}
        />
      </Group>
      <Panel title={t.movements.title} flush={rows.length > 0}>
        {(sums.data?.data ?? []).length > 0 && (
          <Group gap="lg" p={rows.length > 0 ? 'md' : 0} role="group" aria-label={t.movements.sums}>
            {sums.data?.data.map((sum) => (
              <Text key={sum.object_type} fz="sm">
                {t.types[sum.object_type]}: <Amount value={sum.amount} strong /> ({formatCount(sum.count)})
              </Text>
            ))}
          </Group>
        )}
        <PanelRows
          query={list}
          rows={rows}
          label={t.movements.title}
          columns={buildColumns()}
          keyOf={({ object_type, object_id }) => `${object_type} ${object_id}`}
          renderCard={(row) => <MovementCard row={row} />}
          empty={
            <EmptyState title={t.movements.empty} icon={<IconCircleCheck size={22} stroke={1.6} />}>
              {t.movements.empty_line}
            </EmptyState>
          }
        />
      </Panel>
    </>
  );
}

const formatMerchant = ({ merchant_name, merchant_id }: UnmatchedMovement): string => merchant_name ?? merchant_id;

function buildColumns(): readonly Column<UnmatchedMovement>[] {
  const { fields, types, movements: t } = messages();
  return [
    { id: 'day', label: t.day, width_px: 120, priority: 5, render: ({ day }) => formatDay(day) },
    { ...AMOUNT, id: 'amount', label: fields.amount, render: ({ amount }) => <Amount value={amount} strong /> },
    { id: 'type', label: t.kind, width_px: 150, render: ({ object_type }) => types[object_type] },
    { id: 'merchant', label: t.merchant, width_px: 170, priority: 4, render: formatMerchant },
    { id: 'reference', label: t.reference, width_px: 220, priority: 3, render: ({ reference }) => reference ?? '–' },
    { id: 'id', label: 'ID', width_px: 280, priority: 1, render: ({ object_id }) => object_id },
  ];
}

const MovementCard = ({ row }: { row: UnmatchedMovement }) => (
  <RowCard>
    <strong>{formatDay(row.day)}</strong>
    <Amount value={row.amount} strong />
    <SecondaryText>
      {messages().types[row.object_type]} · {formatMerchant(row)}
    </SecondaryText>
    <SecondaryText>{row.reference ?? row.object_id}</SecondaryText>
  </RowCard>
);
