import {
  type SettlementTermVersion,
  listMerchantSettlementTerms,
  listSettlementTerms,
} from '@dasbor/contract/settlement-calendar';
import { Button, Switch, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { buildQuery } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { formatPaymentMethod } from '../list/filter-labels.ts';
import { type Column, STATUS } from '../ui/column.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatDay, formatInstant } from '../ui/instant.tsx';
import { PanelRows } from '../ui/panel-rows.tsx';
import { Panel } from '../ui/panel.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { ValidityChip } from '../ui/validity-chip.tsx';
import { messages } from './messages.ts';
import { sectionMessages } from './section-messages.ts';
import { formatTerm } from './term-labels.ts';
import { TermModal, WithdrawTermModal } from './term-modals.tsx';

/** The settlement terms of a merchant, own and standard, of every date; without a merchant the standard ones. */
export function TermsTab({ merchant_id }: { merchant_id: string | null }) {
  const t = messages();
  const may_manage = useHasAccess('Merchant finance', 'manage');
  const [is_adding, setAdding] = useState(false);
  const [withdrawn, setWithdrawn] = useState<SettlementTermVersion | null>(null);
  const [has_history, setHistory] = useState(false);
  const standard = useQuery({
    ...buildQuery(listSettlementTerms),
    enabled: merchant_id === null,
    meta: { quiet: true },
  });
  const agreed = useQuery({
    ...buildQuery(listMerchantSettlementTerms, { params: { merchant_id: merchant_id ?? '' } }),
    enabled: merchant_id !== null,
    meta: { quiet: true },
  });
  const terms = merchant_id === null ? standard : agreed;
  const renderWithdrawal = (term: SettlementTermVersion) =>
    may_manage && term.state === 'upcoming' && term.is_own === (merchant_id !== null) ? (
      <Button size="compact-sm" variant="default" onClick={() => setWithdrawn(term)}>
        {sectionMessages().terms.withdraw}
      </Button>
    ) : null;
  return (
    <Panel
      title={t.tabs.terms}
      actions={
        <ActionButton
          size="compact-sm"
          disabled_reason={may_manage ? undefined : t.denied}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          {sectionMessages().terms.add}
        </ActionButton>
      }
    >
      <Text c="dimmed" mb="sm">
        {sectionMessages().terms.line}
      </Text>
      <Switch
        label={sectionMessages().terms.past}
        mb="sm"
        checked={has_history}
        onChange={(event) => setHistory(event.currentTarget.checked)}
      />
      <PanelRows
        query={terms}
        rows={(terms.data?.data ?? []).filter(({ state }) => has_history || state !== 'ended')}
        skeleton_rows={5}
        empty={<EmptyState title={sectionMessages().terms.empty} />}
        label={t.tabs.terms}
        columns={buildColumns(renderWithdrawal)}
        keyOf={({ id }) => id}
        renderCard={(term) => (
          <RowCard>
            <strong>{formatPaymentMethod(term)}</strong>
            <span>{formatTerm(term)}</span>
            <ValidityChip {...term} />
            <SecondaryText>{formatKind(term)}</SecondaryText>
            <SecondaryText>{formatDays(term)}</SecondaryText>
            <SecondaryText>{formatAuthor(term)}</SecondaryText>
            {renderWithdrawal(term)}
          </RowCard>
        )}
      />
      {is_adding && <TermModal merchant_id={merchant_id} onClose={() => setAdding(false)} />}
      {withdrawn !== null && (
        <WithdrawTermModal merchant_id={merchant_id} term={withdrawn} onClose={() => setWithdrawn(null)} />
      )}
    </Panel>
  );
}

const formatKind = ({ is_own }: SettlementTermVersion): string => sectionMessages().terms[is_own ? 'own' : 'standard'];

/** From its first day to its last; without a last one until a newer version replaces it. */
const formatDays = ({ effective_from, effective_to }: SettlementTermVersion): string =>
  effective_to === null
    ? sectionMessages().terms.since(formatDay(effective_from))
    : `${formatDay(effective_from)} – ${formatDay(effective_to)}`;

function formatAuthor({ created_by, created_at }: SettlementTermVersion): string {
  if (created_by === null) return sectionMessages().terms.preset;
  return created_at === null ? created_by : `${created_by}, ${formatInstant(created_at)}`;
}

function buildColumns(
  renderActions: (term: SettlementTermVersion) => ReactNode,
): readonly Column<SettlementTermVersion>[] {
  const t = sectionMessages().terms;
  return [
    { id: 'method', label: t.method, width_px: 190, render: formatPaymentMethod },
    { id: 'term', label: t.term, width_px: 170, render: formatTerm },
    {
      id: 'cut_off',
      label: t.cut_off,
      width_px: 130,
      priority: 1,
      render: ({ cut_off_hour }) =>
        cut_off_hour === 24 ? t.no_cut_off : `${String(cut_off_hour).padStart(2, '0')}:00`,
    },
    { ...STATUS, id: 'state', label: t.state, render: (term) => <ValidityChip {...term} /> },
    { id: 'days', label: t.valid, width_px: 220, is_whole: true, render: formatDays },
    { id: 'kind', label: t.kind, width_px: 100, priority: 2, render: formatKind },
    { id: 'author', label: t.author, width_px: 220, priority: 3, render: formatAuthor },
    { id: 'actions', label: '', width_px: 110, is_whole: true, align: 'right', render: renderActions },
  ];
}
