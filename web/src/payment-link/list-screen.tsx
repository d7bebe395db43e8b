import { type PaymentLink } from '@dasbor/contract/payment-link-terms';
import { getPaymentLink, listPaymentLinks, summarisePaymentLinks } from '@dasbor/contract/payment-link';
import { IconLink, IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useMay, useSignedIn } from '../api/signed-in.ts';
import { useListFilter } from '../list/use-list-filter.ts';
import { ExportButton } from '../list/export-button.tsx';
import { FilterBar } from '../list/filter-bar.tsx';
import { ListFrame } from '../list/list-frame.tsx';
import { useLiveRows } from '../list/live-rows.ts';
import { usePrefetchDetail } from '../list/prefetch-detail.ts';
import { withSorting } from '../list/sorted-columns.ts';
import { SummaryStrip } from '../list/summary-strip.tsx';
import { ColumnChooser } from '../ui/column-chooser.tsx';
import type { Column } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ReasonedButton } from '../ui/reasoned-button.tsx';
import { buildColumnsKey, useStoredColumns } from '../ui/stored-columns.ts';
import { COLUMNS, LinkCard, toFileColumns } from './columns.tsx';
import { CHOICES, LINK_FILTER } from './filter.ts';
import { CreatorFilter, ExpiryFilter } from './list-filters.tsx';
import { RowMenu } from './row-menu.tsx';

/** Header, filters and totals above the table, in pixels. */
const AROUND_PX = 308;

const ACTIONS: Column<PaymentLink> = {
  id: 'actions',
  label: '',
  width_px: 44,
  is_pinned: true,
  render: (row) => <RowMenu link={row} />,
};
const DATES = [['created_at', 'Created']] as const;
const CHIPS = [
  ['status', 'Status', CHOICES.status],
  ['type', 'Type', CHOICES.type],
] as const;

/** All payment links of the merchant, and the way to a new one. */
export function PaymentLinkListScreen() {
  const [filter, change] = useListFilter('/payment-link', LINK_FILTER);
  const navigate = useNavigate();
  const { profile } = useSignedIn();
  const columns = useStoredColumns(buildColumnsKey(profile?.id ?? '', 'payment-links'), COLUMNS);
  const query = useMemo(() => LINK_FILTER.toListQuery<Record<string, unknown>>(filter), [filter]);
  const live = useLiveRows({
    route: listPaymentLinks,
    query,
    topic: 'payment-link',
    one: getPaymentLink,
    also: [summarisePaymentLinks],
  });
  const readAhead = usePrefetchDetail(getPaymentLink);
  return (
    <>
      <PageHeader
        title="Payment links"
        line="A page for each thing to be paid: send its address, and the customer chooses how to pay."
        actions={
          <>
            <ColumnChooser columns={COLUMNS} choice={columns} />
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
        label="Filter payment links"
        saved_views_key="payment-links"
        search_label="Search title, code, reference, customer"
        dates={DATES}
        choices={CHIPS}
      >
        <ExpiryFilter filter={filter} onChange={change} />
        <CreatorFilter filter={filter} onChange={change} />
      </FilterBar>
      <SummaryStrip
        route={summarisePaymentLinks}
        query={LINK_FILTER.toSummaryQuery(filter)}
        chosen={filter.status}
        onChoose={(status) => change({ status })}
      />
      <ListFrame
        live={live}
        label="Payment links"
        columns={[...withSorting(columns.visible, filter.sort, (sort) => change({ sort })), ACTIONS]}
        onOpen={({ id }) => void navigate({ to: '/payment-link/$id', params: { id } })}
        onPrefetch={readAhead}
        renderCard={(row) => <LinkCard link={row} />}
        reserved_px={AROUND_PX}
        scroll_key={`payment-links?${new URLSearchParams(LINK_FILTER.toSearch(filter))}`}
        is_filtered={LINK_FILTER.isFiltered(filter)}
        onClear={() => change(LINK_FILTER.cleared(filter))}
        empty={
          <EmptyState
            title="No payment links yet"
            icon={<IconLink size={22} stroke={1.6} />}
            action={<NewLinkButton label="Create your first link" />}
          >
            Say what is to be paid, send the address by WhatsApp or e-mail, and watch it being paid here. No website and
            no engineer needed.
          </EmptyState>
        }
      />
    </>
  );
}

function NewLinkButton({ label = 'New payment link' }: { label?: string }) {
  const may_create = useMay('Payment Links', 'manage');
  const navigate = useNavigate();
  return (
    <ReasonedButton
      reason={may_create ? undefined : 'Your role may look at payment links, not create them.'}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => void navigate({ to: '/payment-link/create' })}
    >
      {label}
    </ReasonedButton>
  );
}
