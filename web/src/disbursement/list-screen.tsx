import { summariseDisbursements } from '@dasbor/contract/disbursement';
import { Badge, Tabs } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useLiveBatch } from '../api/live-batch.ts';
import { buildQuery, buildQueryKey } from '../api/query.ts';
import { useInactiveReason } from '../api/merchant-activity.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { BatchList } from './batch-list.tsx';
import { BeneficiaryList } from './beneficiary-list.tsx';
import { CreateSheet } from './create-sheet.tsx';
import { AwaitingList } from './awaiting-list.tsx';
import { DisbursementList, type TabProps } from './disbursement-list.tsx';
import classes from './disbursement.module.css';
import { VIEWS, type View, parseView } from './filter.ts';
import { messages } from './messages.ts';

const SCREENS: Record<View, (props: TabProps) => React.JSX.Element> = {
  single: DisbursementList,
  batches: BatchList,
  'awaiting-approval': AwaitingList,
  scheduled: (props) => <DisbursementList {...props} is_scheduled />,
  beneficiaries: BeneficiaryList,
};

/** Disbursements, batches and beneficiaries of the merchant, as tabs by `?view=`; `?create=1` opens the form. */
export function DisbursementListScreen() {
  const t = messages();
  const search = useSearch({ from: '/protected/disbursement' });
  const navigate = useNavigate();
  const may_manage = useHasAccess('Disbursements', 'manage');
  const inactive = useInactiveReason('payouts');
  const view = parseView(search['view']);
  const Screen = SCREENS[view];
  const setCreating = (is_open: boolean) =>
    void navigate({
      to: '/disbursement',
      search: { ...search, create: is_open ? '1' : undefined, beneficiary: undefined },
      resetScroll: false,
    });
  const create = (
    <ActionButton
      disabled_reason={may_manage ? inactive : t.create.denied}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setCreating(true)}
    >
      {t.create.button}
    </ActionButton>
  );
  return (
    <>
      <Screen key={view} tabs={<ViewTabs view={view} />} create={create} />
      {may_manage && (
        <CreateSheet
          opened={search['create'] === '1' && inactive === undefined}
          beneficiary_id={search['beneficiary']}
          onClose={() => setCreating(false)}
        />
      )}
    </>
  );
}

const PENDING = { status: ['pending_approval'] };

function ViewTabs({ view }: { view: View }) {
  const t = messages();
  const navigate = useNavigate();
  const client = useQueryClient();
  const waiting = useQuery({
    ...buildQuery(summariseDisbursements, { query: PENDING as never }),
    meta: { quiet: true },
  });
  useLiveBatch('disbursement', () => {
    void client.invalidateQueries({ queryKey: buildQueryKey(summariseDisbursements) });
  });
  const count = waiting.data?.data[0]?.count ?? 0;
  return (
    <Tabs
      value={view}
      onChange={(next) =>
        void navigate({ to: '/disbursement', search: next === null || next === 'single' ? {} : { view: next } })
      }
      className={classes.tabs}
    >
      <Tabs.List aria-label={t.tabs}>
        {VIEWS.map((one) => (
          <Tabs.Tab
            key={one}
            value={one}
            {...(one === 'awaiting-approval' && count > 0 ? { rightSection: renderCount(count) } : {})}
          >
            {t.views[one]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
}

const renderCount = (count: number) => (
  <Badge size="sm" circle={count < 10} color="gray" variant="light">
    {count >= 100 ? '99+' : count}
  </Badge>
);
