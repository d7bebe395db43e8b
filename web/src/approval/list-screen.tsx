import { countWaitingApprovals, getApproval, listApprovals, summariseApprovals } from '@dasbor/contract/approval';
import { Badge, Tabs } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { buildQuery } from '../api/query.ts';
import { FilterBar } from '../list/filter-bar.tsx';
import { ListFrame } from '../list/list-frame.tsx';
import { useLiveRows } from '../list/live-rows.ts';
import { SummaryStrip } from '../list/summary-strip.tsx';
import { useListFilter } from '../list/use-list-filter.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import classes from './approval.module.css';
import { ApprovalSheet } from './approval-sheet.tsx';
import { ApprovalCard, DECISION_COLUMN, buildColumns } from './columns.tsx';
import { APPROVAL_FILTER, CHOICES, VIEWS, type View, parseView } from './filter.ts';
import { messages } from './messages.ts';
import { formatSubject } from './subject-labels.ts';

/** Header, tabs and filters above the table, in pixels. */
const RESERVED_PX = 362;
const VALUE_LABELS = { subject_type: formatSubject };

/** Everything that waits for the user, that the user requested, or that was decided. */
export function ApprovalListScreen() {
  const t = messages();
  const navigate = useNavigate();
  const view = parseView(useSearch({ strict: false })['view']);
  const [filter, change] = useListFilter('/approvals', APPROVAL_FILTER);
  const query = useMemo(
    () => ({ view, ...APPROVAL_FILTER.toSummaryQuery<Record<string, unknown>>(filter) }),
    [view, filter],
  );
  const live = useLiveRows({
    route: listApprovals,
    query,
    topic: 'approval',
    detail_route: getApproval,
    totals: [countWaitingApprovals, summariseApprovals],
    ...(view === 'waiting' ? { isListed: isWaiting } : {}),
  });
  const columns = [...buildColumns(view), ...(live.rows.some(({ may_decide }) => may_decide) ? [DECISION_COLUMN] : [])];
  return (
    <>
      <PageHeader title={t.title} line={t.line} tabs={<ViewTabs view={view} />} />
      <FilterBar
        form={APPROVAL_FILTER}
        filter={filter}
        onChange={change}
        label={t.filter}
        search_label={t.search}
        dates={[['created_at', t.columns.time]]}
        saved_views_key="approvals"
        choices={[
          ...(view === 'waiting' ? [] : [['status', t.columns.status, CHOICES.status] as const]),
          ['subject_type', t.columns.subject, CHOICES.subject_type] as const,
        ]}
        value_labels={VALUE_LABELS}
      />
      <SummaryStrip
        route={summariseApprovals}
        query={query}
        selected={filter.status}
        onSelect={(status) => change({ status })}
      />
      <ListFrame
        live={live}
        label={t.label}
        columns={columns}
        onOpen={({ id }) =>
          void navigate({ to: '.', search: (before) => ({ ...before, approval: id }), resetScroll: false })
        }
        renderCard={(row) => <ApprovalCard approval={row} />}
        reserved_px={RESERVED_PX}
        scroll_key={`approvals?${view}&${new URLSearchParams(APPROVAL_FILTER.toSearch(filter))}`}
        is_filtered={APPROVAL_FILTER.isFiltered(filter)}
        onClear={() => change(APPROVAL_FILTER.cleared(filter))}
        empty={
          <EmptyState title={t.empty[view]} icon={<IconChecks size={22} stroke={1.6} />}>
            {t.empty[`${view}_line`]}
          </EmptyState>
        }
      />
      <ApprovalSheet />
    </>
  );
}

const isWaiting = ({ may_decide }: { may_decide: boolean }): boolean => may_decide;

function ViewTabs({ view }: { view: View }) {
  const t = messages();
  const navigate = useNavigate();
  const waiting = useQuery({ ...buildQuery(countWaitingApprovals), meta: { quiet: true } });
  const count = waiting.data?.data.count ?? 0;
  return (
    <Tabs
      value={view}
      className={classes.views}
      onChange={(next) =>
        void navigate({ to: '/approvals', search: next === null || next === 'waiting' ? {} : { view: next } })
      }
    >
      <Tabs.List aria-label={t.tabs}>
        {VIEWS.map((one) => (
          <Tabs.Tab
            key={one}
            value={one}
            {...(one === 'waiting' && count > 0 ? { rightSection: <CountBadge count={count} /> } : {})}
          >
            {t.views[one]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
}

const CountBadge = ({ count }: { count: number }) => (
  <Badge size="sm" circle={count < 10} color="gray" variant="light">
    {count >= 100 ? '99+' : count}
  </Badge>
);
