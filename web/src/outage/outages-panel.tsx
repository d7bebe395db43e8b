import { BANKS } from '@dasbor/contract/bank';
import { type Outage, endOutage, listOutages } from '@dasbor/contract/outage';
import { railLabel } from '@dasbor/contract/transfer-rail';
import { Button, Group, Text } from '@mantine/core';
import { IconPlugConnectedX, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { buildPagesQuery } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { type Column, STATUS, TIME } from '../ui/column.tsx';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Instant } from '../ui/instant.tsx';
import { PanelRows } from '../ui/panel-rows.tsx';
import { Panel } from '../ui/panel.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { messages } from './messages.ts';
import { OutageModal } from './outage-modal.tsx';
import { useOutageChange } from './mutations.ts';

const TONES = { current: 'warning', upcoming: 'pending', ended: 'neutral' } as const;

const StateChip = ({ state }: Outage) => (
  <StatusChip status={state} tone={TONES[state]} label={messages().states[state]} />
);

/** The bank, or every bank, and the rail. */
function formatScope({ bank_code, rail }: Outage): string {
  const bank = BANKS.find(({ code }) => code === bank_code)?.short_name ?? messages().every_bank;
  return rail === null ? bank : `${bank} · ${railLabel(rail, currentLanguage())}`;
}
const formatMethods = ({ methods }: Outage): string => methods.map((method) => messages().methods[method]).join(', ');

/** Planned, current and ended outages. */
export function OutagesPanel() {
  const t = messages();
  const reason = useHasAccess('Operations', 'manage') ? undefined : t.denied;
  const [open, setOpen] = useState<{ edited?: Outage } | null>(null);
  const [ended, setEnded] = useState<Outage | null>(null);
  const found = useInfiniteQuery({ ...buildPagesQuery(listOutages, { query: {} }), meta: { quiet: true } });
  const rows = found.data?.pages.flatMap(({ data }) => data) ?? [];
  const actions = (row: Outage) =>
    row.state === 'ended' || reason !== undefined ? null : (
      <Group gap={6} wrap="nowrap" justify="flex-end">
        <Button size="compact-sm" variant="default" onClick={() => setOpen({ edited: row })}>
          {t.edit}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => setEnded(row)}>
          {row.state === 'current' ? t.end : t.remove}
        </Button>
      </Group>
    );
  const columns: readonly Column<Outage>[] = [
    { id: 'scope', label: t.bank, width_px: 120, render: formatScope },
    { id: 'methods', label: t.affects, width_px: 150, priority: 3, render: formatMethods },
    { ...STATUS, id: 'state', label: t.status, render: (row) => <StateChip {...row} /> },
    { ...TIME, id: 'from', label: t.starts, priority: 5, render: (row) => <Instant at={row.starts_at} /> },
    { ...TIME, id: 'to', label: t.ends, priority: 4, render: (row) => <Instant at={row.ends_at} /> },
    { id: 'actions', label: '', width_px: 170, is_whole: true, align: 'right', render: actions },
  ];
  return (
    <Panel
      title={t.title}
      actions={
        <ActionButton
          size="compact-sm"
          disabled_reason={reason}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setOpen({})}
        >
          {t.add}
        </ActionButton>
      }
    >
      <Text c="dimmed" mb="sm">
        {t.line}
      </Text>
      <PanelRows
        query={found}
        rows={rows}
        skeleton_rows={4}
        empty={
          <EmptyState title={t.empty} icon={<IconPlugConnectedX size={22} stroke={1.6} />}>
            {t.empty_line}
          </EmptyState>
        }
        label={t.title}
        columns={columns}
        keyOf={({ id }) => id}
        renderCard={(row) => (
          <RowCard>
            <strong>{formatScope(row)}</strong>
            <StateChip {...row} />
            <SecondaryText>{formatMethods(row)}</SecondaryText>
            <SecondaryText>
              <Instant at={row.starts_at} />
            </SecondaryText>
            {actions(row)}
          </RowCard>
        )}
      />
      {open !== null && <OutageModal {...open} onClose={() => setOpen(null)} />}
      {ended !== null && <EndModal row={ended} onClose={() => setEnded(null)} />}
    </Panel>
  );
}

/** Ends a current outage, or removes a planned one. */
function EndModal({ row, onClose }: { row: Outage; onClose: () => void }) {
  const t = messages();
  const is_current = row.state === 'current';
  const end = useOutageChange(() => call(endOutage, { params: { id: row.id } }), {
    done: is_current ? t.ended : t.removed,
    onDone: onClose,
  });
  return (
    <ConfirmModal
      opened
      title={is_current ? t.end_title : t.remove_title}
      confirm={is_current ? t.end : t.remove}
      is_dangerous
      is_busy={end.isPending}
      onConfirm={() => end.mutate()}
      onClose={onClose}
    >
      {is_current ? t.end_line(formatScope(row)) : t.remove_line(formatScope(row))}
    </ConfirmModal>
  );
}
