import { type PaymentLink } from '@dasbor/contract/payment-link-terms';
import { getPaymentLink, listPaymentLinks, summarisePaymentLinks } from '@dasbor/contract/payment-link';
import { IconLink, IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useHasAccess, useSignedIn } from '../api/signed-in.ts';
import { useListFilter } from '../list/use-list-filter.ts';
import { ExpiryFilter } from '../list/expiry-filter.tsx';
import { ExportButton } from '../list/export-button.tsx';
import { FilterBar } from '../list/filter-bar.tsx';
import { ListFrame } from '../list/list-frame.tsx';
import { useLiveRows } from '../list/live-rows.ts';
import { usePrefetchDetail } from '../list/prefetch-detail.ts';
import { withSorting } from '../list/sorted-columns.ts';
import { SummaryStrip } from '../list/summary-strip.tsx';
import { ColumnChooser } from '../ui/column-chooser.tsx';
import { type Column, toFileColumns } from '../ui/column.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { buildColumnsKey, useStoredColumns } from '../ui/stored-columns.ts';
import { LinkCard, buildColumns } from './columns.tsx';
import { CHOICES, LINK_FILTER } from './filter.ts';
import { CreatorFilter } from './list-filters.tsx';
import { LinkMenu } from './link-menu.tsx';
import { messages } from './messages.ts';

/** Header, filters and totals above the table, in pixels. */
const RESERVED_PX = 308;

const ACTIONS: Column<PaymentLink> = {
  id: 'actions',
  label: '',
  width_px: 44,
  is_pinned: true,
  render: (row) => <LinkMenu link={row} />,
};
/** All payment links of the merchant. */
export function PaymentLinkListScreen() {
  const t = messages();
  const [filter, change] = useListFilter('/payment-link', LINK_FILTER);
  const navigate = useNavigate();
  const { profile } = useSignedIn();
  const columns = useStoredColumns(buildColumnsKey(profile?.id ?? '', 'payment-links'), buildColumns());
  const query = useMemo(() => LINK_FILTER.toListQuery<Record<string, unknown>>(filter), [filter]);
  const live = useLiveRows({
    route: listPaymentLinks,
    query,
    topic: 'payment-link',
    detail_route: getPaymentLink,
    totals: [summarisePaymentLinks],
  });
  const readAhead = usePrefetchDetail(getPaymentLink);
  return (
    <>
      <PageHeader
        title={t.title}
        line={t.list.line}
        actions={
          <>
            <ColumnChooser choice={columns} />
            <ExportButton
              list="payment-links"
              route={listPaymentLinks}
              query={{ ...query, columns: toFileColumns(columns.visible) }}
            />
            <NewLinkButton />
          </>
        }
      />
      <FilterBar
        form={LINK_FILTER}
        filter={filter}
        onChange={change}
        label={t.list.filter}
        saved_views_key="payment-links"
        search_label={t.list.search}
        dates={[['created_at', t.columns.created_at]]}
        choices={[
          ['status', t.columns.status, CHOICES.status],
          ['type', t.columns.type, CHOICES.type],
        ]}
        value_labels={{ type: (value) => t.types[value as keyof typeof t.types] }}
      >
        <ExpiryFilter label={t.columns.expires_at} filter={filter} onChange={change} />
        <CreatorFilter filter={filter} onChange={change} />
      </FilterBar>
      <SummaryStrip
        route={summarisePaymentLinks}
        query={LINK_FILTER.toSummaryQuery(filter)}
        selected={filter.status}
        onSelect={(status) => change({ status })}
      />
      <ListFrame
        live={live}
        label={t.title}
        columns={[...withSorting(columns.visible, filter.sort, (sort) => change({ sort })), ACTIONS]}
        onOpen={({ id }) => void navigate({ to: '/payment-link/$id', params: { id } })}
        onPrefetch={readAhead}
        renderCard={(row) => <LinkCard link={row} />}
        onFit={columns.onFit}
        reserved_px={RESERVED_PX}
        scroll_key={`payment-links?${new URLSearchParams(LINK_FILTER.toSearch(filter))}`}
        is_filtered={LINK_FILTER.isFiltered(filter)}
        onClear={() => change(LINK_FILTER.cleared(filter))}
        empty={
          <EmptyState
            title={t.list.empty_title}
            icon={<IconLink size={22} stroke={1.6} />}
            action={<NewLinkButton label={t.list.create_first} />}
          >
            {t.list.empty}
          </EmptyState>
        }
      />
    </>
  );
}

function NewLinkButton({ label = messages().list.create }: { label?: string }) {
  const may_create = useHasAccess('Payment Links', 'manage');
  const navigate = useNavigate();
  return (
    <ActionButton
      disabled_reason={may_create ? undefined : messages().list.create_denied}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => void navigate({ to: '/payment-link/create' })}
    >
      {label}
    </ActionButton>
  );
}
