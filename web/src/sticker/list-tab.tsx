import { getQrisPayment } from '@dasbor/contract/qris-payment';
import { listQrisStickers, type QrisSticker, summariseQrisStickers } from '@dasbor/contract/sticker';
import { IconQrcode } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { FilterBar } from '../list/filter-bar.tsx';
import { ListFrame } from '../list/list-frame.tsx';
import { useLiveRows } from '../list/live-rows.ts';
import { usePrefetchDetail } from '../list/prefetch-detail.ts';
import { SummaryStrip } from '../list/summary-strip.tsx';
import { useListFilter } from '../list/use-list-filter.ts';
import type { Column } from '../ui/column.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { StickerCard } from './columns.tsx';
import { STICKER_FILTER, STICKER_FILTER_CHOICES } from './filter.ts';
import { messages } from './messages.ts';
import { StickerStatus } from './sticker-status.tsx';
import classes from './sticker.module.css';

/** Height of everything above the table, in pixels. */
const RESERVED_PX = 362;

export interface StickersTabProps {
  columns: readonly Column<QrisSticker>[];
  /** Receives the columns that do not fit. */
  onFit: (unfit: string) => void;
  create: React.ReactNode;
}

/** The list of stickers with their totals of today. */
export function StickersTab({ columns, onFit, create }: StickersTabProps) {
  const t = messages();
  const [filter, change] = useListFilter('/qris-payment', STICKER_FILTER);
  const navigate = useNavigate();
  const query = useMemo(() => STICKER_FILTER.toSummaryQuery<Record<string, unknown>>(filter), [filter]);
  const live = useLiveRows({
    route: listQrisStickers,
    query,
    topic: 'qris-payment',
    totals: [summariseQrisStickers],
  });
  const prefetch = usePrefetchDetail(getQrisPayment);
  return (
    <>
      <div className={classes.filters}>
        <FilterBar
          form={STICKER_FILTER}
          filter={filter}
          onChange={change}
          label={t.list.filter}
          saved_views_key="qris-codes"
          search_label={t.list.search}
          dates={[['created_at', t.columns.created]]}
          choices={[['status', t.columns.status, STICKER_FILTER_CHOICES.status]]}
          has_amount={false}
        />
      </div>
      <SummaryStrip
        route={summariseQrisStickers}
        query={query}
        selected={filter.status}
        amount_label={t.columns.today}
        renderStatus={(status) => <StickerStatus status={status as QrisSticker['status']} />}
        onSelect={(status) => change({ status })}
      />
      <ListFrame
        live={live}
        label={t.list.label}
        columns={columns}
        onOpen={({ id }) => void navigate({ to: '/qris-payment/$id', params: { id } })}
        onPrefetch={prefetch}
        renderCard={(sticker) => <StickerCard sticker={sticker} />}
        onFit={onFit}
        reserved_px={RESERVED_PX}
        scroll_key={`qris-stickers?${new URLSearchParams(STICKER_FILTER.toSearch(filter))}`}
        is_filtered={STICKER_FILTER.isFiltered(filter)}
        onClear={() => change(STICKER_FILTER.cleared(filter))}
        empty={
          <EmptyState title={t.list.empty} icon={<IconQrcode size={22} stroke={1.6} />} action={create}>
            {t.list.empty_line}
          </EmptyState>
        }
      />
    </>
  );
}
