import { listQrisPayments, listQrisPlaces, summariseQrisPayments } from '@dasbor/contract/qris-payment';
import { IconQrcode } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useListFilter } from '../list/use-list-filter.ts';
import { FilterBar } from '../list/filter-bar.tsx';
import { ListFrame } from '../list/list-frame.tsx';
import { useLiveRows } from '../list/live-rows.ts';
import { SummaryStrip } from '../list/summary-strip.tsx';
import type { Column } from '../ui/column.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { QrisPaymentCard } from './columns.tsx';
import { CHOICES, QRIS_FILTER } from './filter.ts';
import { LocationChips } from './location-chips.tsx';
import { messages } from './messages.ts';
import type { QrisPaymentRow, QrisType } from '@dasbor/contract/qris-payment';

/** Height of everything above the table, in pixels. */
const RESERVED_PX = 360;

export interface PaymentsTabProps {
  columns: readonly Column<QrisPaymentRow>[];
  /** Receives the columns that do not fit. */
  onFit: (unfit: string) => void;
  create: React.ReactNode;
}

/** The list of QRIS payments, by dynamic and static codes. */
export function PaymentsTab({ columns, onFit, create }: PaymentsTabProps) {
  const t = messages();
  const [filter, change] = useListFilter('/qris-payment', QRIS_FILTER);
  const navigate = useNavigate();
  const query = useMemo(() => QRIS_FILTER.toSummaryQuery<Record<string, unknown>>(filter), [filter]);
  const live = useLiveRows({
    route: listQrisPayments,
    query,
    topic: 'transaction',
    totals: [summariseQrisPayments, listQrisPlaces],
  });
  // A payment of a static code opens its transaction, one of a dynamic code its code.
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
        label={t.list.filter}
        search_label={t.list.search}
        dates={[
          ['created_at', t.fields.created],
          ['paid_at', t.fields.paid],
        ]}
        choices={[
          ['status', t.fields.status, CHOICES.status],
          ['type', t.fields.type, CHOICES.type],
          ['issuer', t.fields.issuer, CHOICES.issuer],
        ]}
        value_labels={{ type: (type) => t.types[type as QrisType], issuer: (issuer) => issuer }}
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
        label={t.list.label}
        columns={columns}
        onOpen={open}
        renderCard={(payment) => <QrisPaymentCard payment={payment} />}
        onFit={onFit}
        reserved_px={RESERVED_PX}
        scroll_key={`qris-payments?${new URLSearchParams(QRIS_FILTER.toSearch(filter))}`}
        is_filtered={QRIS_FILTER.isFiltered(filter)}
        onClear={() => change(QRIS_FILTER.cleared(filter))}
        empty={
          <EmptyState title={t.list.empty} icon={<IconQrcode size={22} stroke={1.6} />} action={create}>
            {t.list.empty_line}
          </EmptyState>
        }
      />
    </>
  );
}
