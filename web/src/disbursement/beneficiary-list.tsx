import { bankShortName } from '@dasbor/contract/bank';
import { type BENEFICIARY_STATUSES, type Beneficiary, listBeneficiaries } from '@dasbor/contract/beneficiary';
import { Button, Group, Space, Text } from '@mantine/core';
import { IconAddressBook, IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useHasAccess, useSignedIn } from '../api/signed-in.ts';
import { ExportButton } from '../list/export-button.tsx';
import { FilterBar } from '../list/filter-bar.tsx';
import { ListFrame } from '../list/list-frame.tsx';
import { useLiveRows } from '../list/live-rows.ts';
import { useListFilter } from '../list/use-list-filter.ts';
import { useNow } from '../ui/clock.ts';
import { ColumnChooser } from '../ui/column-chooser.tsx';
import { type Column, STATUS, TIME, renderInstant } from '../ui/column.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Instant } from '../ui/instant.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { SecondaryText, RowCard, RowCardActions } from '../ui/row-card.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { buildColumnsKey, useStoredColumns } from '../ui/stored-columns.ts';
import { AddBeneficiaryModal } from './add-beneficiary-modal.tsx';
import { BeneficiaryDecision } from './beneficiary-decision.tsx';
import type { TabProps } from './disbursement-list.tsx';
import { BENEFICIARY_CHOICES, BENEFICIARY_FILTER } from './filter.ts';
import { formatAccount } from './labels.ts';
import { messages } from './messages.ts';
import { WhitelistSwitch } from './whitelist-switch.tsx';

const Status = ({ row }: { row: Beneficiary }) => {
  const t = messages().beneficiaries;
  return row.status === 'blocked' ? (
    <StatusChip status="blocked" tone="danger" label={t.blocked} />
  ) : (
    <StatusChip status="active" tone="success" label={t.active} />
  );
};

/** The name, with the reason of a blocked account. */
const Name = ({ row }: { row: Beneficiary }) => (
  <>
    {row.name}
    {row.blocked_reason !== null && (
      <Text c="dimmed" fz="xs" lh={1.2} title={row.blocked_reason} truncate>
        {row.blocked_reason}
      </Text>
    )}
  </>
);

const VALUE_LABELS = {
  bank_code: bankShortName,
  status: (status: string) => messages().beneficiaries[status as (typeof BENEFICIARY_STATUSES)[number]],
};

/** Saved accounts, with the switch that allows only these. */
export function BeneficiaryList({ tabs }: TabProps) {
  const t = messages();
  const [filter, change] = useListFilter('/disbursement', BENEFICIARY_FILTER);
  const [is_adding, setAdding] = useState(false);
  const may_manage = useHasAccess('Disbursements', 'manage');
  const query = useMemo(() => BENEFICIARY_FILTER.toSummaryQuery<Record<string, unknown>>(filter), [filter]);
  const live = useLiveRows({ route: listBeneficiaries, query, topic: 'disbursement' });
  const { profile } = useSignedIn();
  const columns = useStoredColumns(buildColumnsKey(profile?.id ?? '', 'beneficiaries'), buildColumns(live.showNewRows));
  const add = (
    <ActionButton
      disabled_reason={may_manage ? undefined : t.create.denied}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setAdding(true)}
    >
      {t.beneficiaries.add}
    </ActionButton>
  );
  return (
    <>
      <PageHeader
        title={t.title}
        line={t.line}
        tabs={tabs}
        actions={
          <>
            <ColumnChooser choice={columns} />
            <ExportButton list="beneficiaries" route={listBeneficiaries} query={query as never} />
            {add}
          </>
        }
      />
      <WhitelistSwitch />
      <FilterBar
        form={BENEFICIARY_FILTER}
        filter={filter}
        onChange={change}
        label={t.beneficiaries.filter}
        search_label={t.beneficiaries.search}
        dates={[]}
        choices={[
          ['status', t.beneficiaries.status, BENEFICIARY_CHOICES.status],
          ['bank_code', t.columns.bank, BENEFICIARY_CHOICES.bank_code],
        ]}
        value_labels={VALUE_LABELS}
        has_amount={false}
        saved_views_key="beneficiaries"
      />
      <Space h={14} />
      <ListFrame
        live={live}
        label={t.beneficiaries.label}
        columns={columns.visible}
        renderCard={(row) => <BeneficiaryCard row={row} onChanged={live.showNewRows} />}
        onFit={columns.onFit}
        reserved_px={380}
        is_filtered={BENEFICIARY_FILTER.isFiltered(filter)}
        onClear={() => change(BENEFICIARY_FILTER.cleared(filter))}
        empty={
          <EmptyState title={t.beneficiaries.empty} icon={<IconAddressBook size={22} stroke={1.6} />} action={add}>
            {t.beneficiaries.empty_line}
          </EmptyState>
        }
      />
      <AddBeneficiaryModal
        opened={is_adding}
        onClose={() => setAdding(false)}
        onAdded={() => void live.showNewRows()}
      />
    </>
  );
}

function buildColumns(onChanged: () => Promise<void>): readonly Column<Beneficiary>[] {
  const t = messages();
  const { beneficiaries: own } = t;
  return [
    { id: 'name', label: own.name, width_px: 180, is_fixed: true, render: (row) => <Name row={row} /> },
    { id: 'verified_name', label: own.verified_name, width_px: 180, render: (row) => row.verified_name },
    { id: 'account_last4', label: t.columns.account, width_px: 170, render: formatAccount },
    { ...STATUS, id: 'status', label: own.status, render: (row) => <Status row={row} /> },
    { ...TIME, id: 'verified', label: own.verified, priority: 3, render: (row) => <Instant at={row.verified_at} /> },
    { ...TIME, id: 'last_used', label: own.last_used, priority: 4, render: (row) => renderInstant(row.last_used_at) },
    { id: 'created_by', label: own.created_by, width_px: 140, priority: 2, render: (row) => row.created_by },
    {
      id: 'actions',
      label: '',
      width_px: 190,
      is_pinned: true,
      render: (row) => <RowActions row={row} onChanged={onChanged} />,
    },
  ];
}

function RowActions({ row, onChanged }: { row: Beneficiary; onChanged: () => Promise<void> }) {
  const t = messages().beneficiaries;
  const navigate = useNavigate();
  const may_manage = useHasAccess('Disbursements', 'manage');
  if (!may_manage) return null;
  return (
    <Group gap={6} wrap="nowrap" justify="flex-end">
      {row.status === 'active' && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() =>
            void navigate({ to: '/disbursement', search: { create: '1', beneficiary: row.id }, resetScroll: false })
          }
        >
          {t.pay}
        </Button>
      )}
      <BeneficiaryDecision row={row} onChanged={onChanged} />
    </Group>
  );
}

const BeneficiaryCard = ({ row, onChanged }: { row: Beneficiary; onChanged: () => Promise<void> }) => (
  <RowCard>
    <Text fw={600}>{row.name}</Text>
    <Status row={row} />
    <SecondaryText>{row.verified_name}</SecondaryText>
    <SecondaryText>{formatAccount(row)}</SecondaryText>
    <CardTime row={row} />
    <RowCardActions>
      <RowActions row={row} onChanged={onChanged} />
    </RowCardActions>
  </RowCard>
);

/** When a new beneficiary may be paid, or when it was last paid. */
function CardTime({ row: { usable_from, last_used_at } }: { row: Beneficiary }) {
  const t = messages().beneficiaries;
  const is_new = new Date(usable_from) > useNow(60_000);
  return (
    <>
      <SecondaryText>{is_new ? t.usable_from : t.last_used}</SecondaryText>
      <SecondaryText>{is_new ? <Instant at={usable_from} /> : renderInstant(last_used_at)}</SecondaryText>
    </>
  );
}
