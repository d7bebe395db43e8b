import { listQrisPayments, listQrisPlaces, summariseQrisPayments } from '@dasbor/contract/qris-payment';
import { IconQrcode } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useListFilter } from '../list/use-list-filter.ts';
import { FilterBar } from '../list/filter-bar.tsx';
import { ListFrame } from '../list/list-frame.tsx';
import { useLiveRows } from '../list/live-rows.ts';
import { SummaryStrip } from '../list/summary-strip.tsx';
import type { Column } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { QrisPaymentCard } from './columns.tsx';
import { CHOICES, QRIS_FILTER } from './filter.ts';
import { LocationChips } from './location-chips.tsx';
import type { QrisPaymentRow } from '@dasbor/contract/qris-payment';

/** Header, tabs, filters and totals above the table, in pixels. */
const AROUND_PX = 360;

const DATES = [
  ['created_at', 'Created'],
  ['paid_at', 'Paid'],
] as const;
const CHIPS = [
  ['status', 'Status', CHOICES.status],
  ['type', 'Type', CHOICES.type],
  ['issuer', 'Issuer', CHOICES.issuer],
] as const;

export interface PaymentsTabProps {
  columns: readonly Column<QrisPaymentRow>[];
  create: React.ReactNode;
}

/** Every payment by QRIS, of stickers and of codes of one amount. */
export function PaymentsTab({ columns, create }: PaymentsTabProps) {
  const [filter, change] = useListFilter('/qris-payment', QRIS_FILTER);
  const navigate = useNavigate();
  const query = useMemo(() => QRIS_FILTER.toListQuery<Record<string, unknown>>(filter), [filter]);
  const live = useLiveRows({
    route: listQrisPayments,
    query,
    topic: 'transaction',
    totals: [summariseQrisPayments, listQrisPlaces],
  });
  // A payment of a sticker is told of by its transaction; that of a dynamic code by the code.
  const open = ({ type, id, qris_payment_id }: QrisPaymentRow) =>
    void (type === 'static'
      ? navigate({ to: '/transaction/$id', params: { id } })
      : navigate({ to: '/qris-payment/$id', params: { id: qris_payment_id } }));
  return (
    <>
      <FilterBar
        form={QRIS_FILTER}
        filter={filter}
        onChange={change}
        label="Filter QRIS payments"
        search_label="Search RRN, id, reference"
        dates={DATES}
        choices={CHIPS}
        saved_views_key="qris-payments"
      >
        <LocationChips filter={filter} onChange={change} />
      </FilterBar>
      <SummaryStrip
        route={summariseQrisPayments}
        query={QRIS_FILTER.toSummaryQuery(filter)}
        selected={filter.status}
        onSelect={(status) => change({ status })}
      />
      <ListFrame
        live={live}
        label="QRIS payments"
        columns={columns}
        onOpen={open}
        renderCard={(payment) => <QrisPaymentCard payment={payment} />}
        reserved_px={AROUND_PX}
        scroll_key={`qris-payments?${new URLSearchParams(QRIS_FILTER.toSearch(filter))}`}
        is_filtered={QRIS_FILTER.isFiltered(filter)}
        onClear={() => change(QRIS_FILTER.cleared(filter))}
        empty={
          <EmptyState title="No QRIS payments yet" icon={<IconQrcode size={22} stroke={1.6} />} action={create}>
            Make a code for one amount, or a sticker for the counter, and watch it being paid here.
          </EmptyState>
        }
      />
    </>
  );
}
