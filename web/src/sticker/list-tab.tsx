import { listQrisStickers, type QrisSticker } from '@dasbor/contract/sticker';
import { IconQrcode } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useListFilter } from '../list/use-list-filter.ts';
import { FilterBar } from '../list/filter-bar.tsx';
import { ListFrame } from '../list/list-frame.tsx';
import { useLiveRows } from '../list/live-rows.ts';
import { usePrefetchDetail } from '../list/prefetch-detail.ts';
import { getQrisPayment } from '@dasbor/contract/qris-payment';
import type { Column } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { STICKER_FILTER_CHOICES, STICKER_FILTER } from '../qris-payment/filter.ts';
import classes from '../qris-payment/qris-payment.module.css';
import { StickerCard } from './columns.tsx';

/** Header, tabs and filters above the table, in pixels. */
const AROUND_PX = 290;
const DATES = [['created_at', 'Created']] as const;
const CHIPS = [['status', 'Status', STICKER_FILTER_CHOICES.status]] as const;

export interface StickersTabProps {
  columns: readonly Column<QrisSticker>[];
  create: React.ReactNode;
}

/** The stickers, each with what it took today. */
export function StickersTab({ columns, create }: StickersTabProps) {
  const [filter, change] = useListFilter('/qris-payment', STICKER_FILTER);
  const navigate = useNavigate();
  const query = useMemo(() => STICKER_FILTER.toListQuery<Record<string, unknown>>(filter), [filter]);
  const live = useLiveRows({ route: listQrisStickers, query, topic: 'qris-payment' });
  const readAhead = usePrefetchDetail(getQrisPayment);
  return (
    <>
      <div className={classes.filters}>
        <FilterBar
          form={STICKER_FILTER}
          filter={filter}
          onChange={change}
          label="Filter QR codes"
          saved_views_key="qris-codes"
          search_label="Search name, store, terminal"
          dates={DATES}
          choices={CHIPS}
          has_amount={false}
        />
      </div>
      <ListFrame
        live={live}
        label="QR codes"
        columns={columns}
        onOpen={({ id }) => void navigate({ to: '/qris-payment/$id', params: { id } })}
        onPrefetch={readAhead}
        renderCard={(sticker) => <StickerCard sticker={sticker} />}
        reserved_px={AROUND_PX}
        scroll_key={`qris-stickers?${new URLSearchParams(STICKER_FILTER.toSearch(filter))}`}
        is_filtered={STICKER_FILTER.isFiltered(filter)}
        onClear={() => change(STICKER_FILTER.cleared(filter))}
        empty={
          <EmptyState title="No QR codes yet" icon={<IconQrcode size={22} stroke={1.6} />} action={create}>
            A sticker for the counter or the table: anybody may pay it, with any amount, as often as they like.
          </EmptyState>
        }
      />
    </>
  );
}
