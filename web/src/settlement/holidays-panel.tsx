import { type Holiday, listHolidays } from '@dasbor/contract/settlement-calendar';
import { toBusinessDay } from '@dasbor/contract/time';
import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { IconCalendarOff, IconPlus, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { buildQuery } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { useNow } from '../ui/clock.ts';
import type { Column } from '../ui/column.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatDay } from '../ui/instant.tsx';
import { PanelRows } from '../ui/panel-rows.tsx';
import { Panel } from '../ui/panel.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { AddModal, ImportModal, RemoveModal } from './holiday-modals.tsx';
import { holidayMessages } from './holiday-messages.ts';

const MINUTE_MS = 60_000;
type Open = 'add' | 'import' | Holiday | null;

/** The bank holidays of a year. */
export function HolidaysPanel() {
  const t = holidayMessages();
  const reason = useHasAccess('Merchant finance', 'manage') ? undefined : t.denied;
  const today = toBusinessDay(useNow(MINUTE_MS));
  const this_year = Number(today.slice(0, 4));
  const [year, setYear] = useState(this_year);
  const [open, setOpen] = useState<Open>(null);
  const found = useQuery({ ...buildQuery(listHolidays, { query: { year } }), meta: { quiet: true } });
  const rows = found.data?.data ?? [];
  const close = () => setOpen(null);
  const renderRemoval = (row: Holiday) =>
    row.day >= today && reason === undefined ? (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t.remove_of(formatDay(row.day))}
        onClick={() => setOpen(row)}
      >
        {t.remove}
      </Button>
    ) : null;
  const columns: readonly Column<Holiday>[] = [
    { id: 'day', label: t.day, width_px: 140, is_whole: true, render: ({ day }) => formatDay(day) },
    { id: 'name', label: t.name, width_px: 260, render: ({ name }) => name },
    { id: 'type', label: t.type, width_px: 150, render: ({ type }) => t.types[type] },
    { id: 'actions', label: '', width_px: 110, is_whole: true, align: 'right', render: renderRemoval },
  ];
  return (
    <Panel
      title={t.title}
      actions={
        <Group gap="xs">
          <NativeSelect
            aria-label={t.year}
            size="xs"
            value={String(year)}
            onChange={(event) => setYear(Number(event.currentTarget.value))}
            data={[this_year - 1, this_year, this_year + 1, this_year + 2].map(String)}
          />
          <ActionButton
            size="compact-sm"
            variant="default"
            disabled_reason={reason}
            leftSection={<IconUpload size={14} aria-hidden />}
            onClick={() => setOpen('import')}
          >
            {t.import}
          </ActionButton>
          <ActionButton
            size="compact-sm"
            disabled_reason={reason}
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setOpen('add')}
          >
            {t.add}
          </ActionButton>
        </Group>
      }
    >
      <Text c="dimmed" mb="sm">
        {t.line}
      </Text>
      <PanelRows
        query={found}
        rows={rows}
        empty={
          <EmptyState title={t.empty} icon={<IconCalendarOff size={22} stroke={1.6} />}>
            {t.empty_line}
          </EmptyState>
        }
        label={t.title}
        columns={columns}
        keyOf={({ day }) => day}
        renderCard={(row) => (
          <RowCard>
            <strong>{row.name}</strong>
            <span>{formatDay(row.day)}</span>
            <SecondaryText>{t.types[row.type]}</SecondaryText>
            {renderRemoval(row)}
          </RowCard>
        )}
      />
      {open === 'add' && <AddModal onClose={close} />}
      {open === 'import' && <ImportModal onClose={close} />}
      {open !== null && typeof open === 'object' && <RemoveModal row={open} onClose={close} />}
    </Panel>
  );
}
