import { type RailTermsVersion, listRailTerms } from '@dasbor/contract/rail-terms';
import { railLabel } from '@dasbor/contract/transfer-rail';
import { Button, Switch, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { buildQuery } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { type Column, STATUS } from '../ui/column.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatDay } from '../ui/instant.tsx';
import { PanelRows } from '../ui/panel-rows.tsx';
import { Panel } from '../ui/panel.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { ValidityChip } from '../ui/validity-chip.tsx';
import { formatDays, formatHours, formatLimits } from './format-terms.ts';
import { messages } from './messages.ts';
import { AddRailTermsModal, WithdrawRailTermsModal } from './rail-modals.tsx';

const SECONDS_PER_MINUTE = 60;

const formatRail = ({ rail }: RailTermsVersion): string => railLabel(rail, currentLanguage());
const formatNotFound = ({ not_found_after_s }: RailTermsVersion): string =>
  messages().minutes(not_found_after_s / SECONDS_PER_MINUTE);
const formatCreator = ({ created_by }: RailTermsVersion): string => created_by ?? messages().installed;

/** Limits, hours and waiting times of transfer rails, by version. */
export function RailsPanel() {
  const t = messages();
  const may_manage = useHasAccess('Merchant finance', 'manage');
  const [has_history, setHistory] = useState(false);
  const [is_adding, setAdding] = useState(false);
  const [withdrawn, setWithdrawn] = useState<RailTermsVersion | null>(null);
  const found = useQuery({ ...buildQuery(listRailTerms), meta: { quiet: true } });
  const versions = found.data?.data ?? [];
  const renderWithdrawal = (row: RailTermsVersion) =>
    may_manage && row.state === 'upcoming' ? (
      <Button size="compact-sm" variant="default" onClick={() => setWithdrawn(row)}>
        {t.withdraw}
      </Button>
    ) : null;
  return (
    <Panel
      title={t.title}
      actions={
        <ActionButton
          size="compact-sm"
          disabled_reason={may_manage ? undefined : t.denied}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          {t.add}
        </ActionButton>
      }
    >
      <Text c="dimmed" mb="sm">
        {t.line}
      </Text>
      <Switch
        label={t.past}
        mb="sm"
        checked={has_history}
        onChange={(event) => setHistory(event.currentTarget.checked)}
      />
      <PanelRows
        query={found}
        rows={versions.filter(({ state }) => has_history || state !== 'ended')}
        skeleton_rows={5}
        empty={<EmptyState title={t.empty} />}
        label={t.title}
        columns={buildColumns(renderWithdrawal)}
        keyOf={({ rail, effective_from }) => `${rail} ${effective_from}`}
        renderCard={(row) => (
          <RowCard>
            <strong>{formatRail(row)}</strong>
            <ValidityChip {...row} />
            <span>{formatLimits(row)}</span>
            <SecondaryText>
              {formatHours(row)} · {formatDays(row)}
            </SecondaryText>
            <SecondaryText>
              {t.from}: {formatDay(row.effective_from)}
            </SecondaryText>
            {renderWithdrawal(row)}
          </RowCard>
        )}
      />
      {is_adding && <AddRailTermsModal versions={versions} onClose={() => setAdding(false)} />}
      {withdrawn !== null && <WithdrawRailTermsModal version={withdrawn} onClose={() => setWithdrawn(null)} />}
    </Panel>
  );
}

function buildColumns(renderActions: (row: RailTermsVersion) => ReactNode): readonly Column<RailTermsVersion>[] {
  const t = messages();
  return [
    { id: 'rail', label: t.rail, width_px: 136, render: formatRail },
    { ...STATUS, id: 'state', label: t.status, render: (row) => <ValidityChip {...row} /> },
    { id: 'from', label: t.from, width_px: 130, is_whole: true, render: (row) => formatDay(row.effective_from) },
    { id: 'limits', label: t.limits, width_px: 220, is_whole: true, render: formatLimits },
    { id: 'hours', label: t.hours, width_px: 120, is_whole: true, priority: 5, render: formatHours },
    { id: 'days', label: t.days, width_px: 120, priority: 4, render: formatDays },
    {
      id: 'arrival',
      label: t.arrival,
      width_px: 110,
      priority: 3,
      render: ({ arrival_minutes }) => t.minutes(arrival_minutes),
    },
    { id: 'not_found', label: t.not_found, width_px: 120, priority: 1, render: formatNotFound },
    { id: 'by', label: t.by, width_px: 140, priority: 2, render: formatCreator },
    { id: 'actions', label: '', width_px: 110, is_whole: true, align: 'right', render: renderActions },
  ];
}
