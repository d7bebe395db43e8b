import type { Balance } from '@dasbor/contract/balance';
import { accountDescription, accountLabel } from '@dasbor/contract/balance-labels';
import { listMerchantBalances } from '@dasbor/contract/merchant-view';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { buildQuery } from '../api/query.ts';
import { Amount } from '../ui/amount.tsx';
import { AMOUNT, type Column, EMPTY_CELL } from '../ui/column.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { FailedState } from '../ui/failed-state.tsx';
import { Instant } from '../ui/instant.tsx';
import { PanelTable } from '../ui/panel-table.tsx';
import { Panel } from '../ui/panel.tsx';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import { NameLines } from '../ui/two-lines.tsx';
import { AdjustmentsPanel, type Decision } from './adjustments-panel.tsx';
import { messages } from './messages.ts';
import { sectionMessages } from './section-messages.ts';

/** The ledger accounts of the merchant, internal ones included, and their adjustments by the provider. */
export function BalancesTab({ merchant_id, decision }: { merchant_id: string; decision: Decision }) {
  return (
    <Stack gap="md">
      <Balances merchant_id={merchant_id} />
      <AdjustmentsPanel merchant_id={merchant_id} decision={decision} />
    </Stack>
  );
}

function Balances({ merchant_id }: { merchant_id: string }) {
  const t = messages();
  const balances = useQuery({
    ...buildQuery(listMerchantBalances, { params: { merchant_id } }),
    meta: { quiet: true },
  });
  const actions = balances.data && (
    <Text c="dimmed" fz="sm">
      {sectionMessages().lists.as_of} <Instant at={balances.data.as_of} />
    </Text>
  );
  return (
    <Panel title={t.tabs.balances} actions={actions} flush={balances.data !== undefined}>
      {balances.isPending && <ListSkeleton rows={6} />}
      {balances.isError && balances.data === undefined && (
        <FailedState
          detail={balances.error.detail}
          request_id={balances.error.request_id}
          onRetry={() => void balances.refetch()}
        />
      )}
      {balances.data !== undefined && (
        <PanelTable
          label={t.tabs.balances}
          columns={buildColumns()}
          rows={balances.data.data}
          keyOf={({ id }) => id}
          renderCard={(account) => (
            <RowCard>
              <strong>{accountLabel(account.type, currentLanguage(), true)}</strong>
              <Amount value={account.balance} strong />
              <SecondaryText>{accountDescription(account.type, currentLanguage())}</SecondaryText>
            </RowCard>
          )}
        />
      )}
    </Panel>
  );
}

function buildColumns(): readonly Column<Balance>[] {
  const t = messages();
  return [
    {
      id: 'account',
      label: sectionMessages().lists.account,
      width_px: 320,
      render: ({ type }) => (
        <NameLines>
          <span>{accountLabel(type, currentLanguage(), true)}</span>
          <Text span c="dimmed" fz="xs">
            {accountDescription(type, currentLanguage())}
          </Text>
        </NameLines>
      ),
    },
    { ...AMOUNT, id: 'balance', label: t.fields.balance, render: ({ balance }) => <Amount value={balance} strong /> },
    {
      ...AMOUNT,
      id: 'floor',
      label: sectionMessages().lists.floor,
      priority: 1,
      render: ({ floor }) => (floor === null ? EMPTY_CELL : <Amount value={floor} />),
    },
  ];
}
