import { useMediaQuery } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { Column } from './column.tsx';
import classes from './data-table.module.css';
import { useFittedColumns, useReportHiddenColumns } from './fit-columns.ts';
import { getNextIndex, useListKeys } from './list-shortcuts.ts';
import { storeScrollPosition, getScrollPosition } from './scroll-position.ts';
import { CardHead, ScrollShadows, TableHead } from './table-parts.tsx';
import { TableRow } from './table-row.tsx';
import { messages } from './messages.ts';

export interface DataTableProps<Row> {
  /** Name of the list, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  onOpen?: (row: Row) => void;
  /** A row is likely to be opened: prefetch its detail. */
  onPrefetch?: (row: Row) => void;
  /** A row as a card of at most three lines, for phones; without it the table scrolls sideways. */
  renderCard?: (row: Row) => ReactNode;
  has_more?: boolean;
  is_loading_more?: boolean;
  /** Loads the next page; called near the end of the list. */
  onMore?: () => void;
  /** Shown instead of the rows when there are none. */
  empty?: ReactNode;
  /** Height reserved for the page above and below the table, in pixels. */
  reserved_px?: number;
  /** Key under which the scroll position and the active row are stored for returning to the list. */
  scroll_key?: string;
  /** Increase it to scroll to the first row. */
  to_top?: number;
  /** Receives the ids of the columns that do not fit, separated by spaces. */
  onFit?: (hidden_ids: string) => void;
}

const ROW_PX = 40;
const CARD_PX = 84;
/** Rows before the end at which the next page is loaded. */
const PREFETCH_ROWS = 15;

/**
 * The frame of the table: as an element to measure, and as a reference for scrolling. It scrolls to the first row when
 * the list changes or `to_top` increases.
 */
function useFrame(scroll_key: string | undefined, to_top: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const attach = useCallback((element: HTMLDivElement | null) => {
    scroller.current = element;
    setFrame(element);
  }, []);
  const shown = useRef({ scroll_key, to_top });
  useEffect(() => {
    if (shown.current.scroll_key === scroll_key && shown.current.to_top === to_top) return;
    shown.current = { scroll_key, to_top };
    if (scroller.current) scroller.current.scrollTop = 0;
  }, [scroll_key, to_top]);
  return { scroller, frame, attach };
}

/** A virtual list with a sticky header and keyboard navigation. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    columns,
    rows,
    keyOf,
    onOpen,
    onPrefetch,
    renderCard,
    has_more = false,
    is_loading_more = false,
    onMore,
  } = props;
  const { scroll_key, to_top = 0, onFit } = props;
  const { scroller, frame, attach } = useFrame(scroll_key, to_top);
  const { fitted, getWidth, width_px, edges } = useFittedColumns(frame, columns);
  const [active_key, setActive] = useState(() => getScrollPosition(scroll_key).active_key);
  const setActiveKey = useCallback(
    (next: string | null) => {
      storeScrollPosition(scroll_key, { active_key: next });
      setActive(next);
    },
    [scroll_key],
  );
  const activate = useCallback((row: Row) => setActiveKey(keyOf(row)), [keyOf, setActiveKey]);
  const is_narrow = useMediaQuery('(max-width: 48em)') ?? false;
  const as_cards = is_narrow && renderCard !== undefined;
  const found = active_key === null ? -1 : rows.findIndex((row) => keyOf(row) === active_key);
  const active = found < 0 ? null : found;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (as_cards ? CARD_PX : ROW_PX),
    getItemKey: (index) => keyOf(rows[index] as Row),
    initialRect: { width: 1200, height: 800 },
    initialOffset: () => getScrollPosition(scroll_key).offset_px,
    overscan: 12,
  });
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const is_near_end = has_more && !is_loading_more && rows.length > 0 && last >= rows.length - PREFETCH_ROWS;

  useEffect(() => virtualizer.measure(), [as_cards, virtualizer]);
  useReportHiddenColumns(as_cards ? fitted : columns, fitted, onFit);
  useEffect(() => {
    if (is_near_end) onMore?.();
  }, [is_near_end, rows.length, onMore]);
  useListKeys({
    onMove: (step) => {
      const next = getNextIndex(active, step, rows.length);
      const row = next === null ? undefined : rows[next];
      if (next === null || row === undefined) return;
      setActiveKey(keyOf(row));
      virtualizer.scrollToIndex(next);
      onPrefetch?.(row);
    },
    onOpen: () => {
      const row = active === null ? undefined : rows[active];
      if (row !== undefined) onOpen?.(row);
    },
    onLetGo: () => setActiveKey(null),
  });

  if (rows.length === 0 && props.empty !== undefined) return <div className={classes.frame}>{props.empty}</div>;

  const before_px = items[0]?.start ?? 0;
  const after_px = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  const span = as_cards ? 1 : fitted.length;
  const choice = as_cards ? columns.find(({ is_selection }) => is_selection) : undefined;
  return (
    <ScrollShadows edges={edges}>
      <div
        ref={attach}
        className={classes.frame}
        data-scrolls
        style={{ maxHeight: `max(320px, calc(100dvh - ${props.reserved_px ?? 260}px))` }}
        onScroll={(event) => storeScrollPosition(scroll_key, { offset_px: event.currentTarget.scrollTop })}
        // A region that scrolls must be reachable by keyboard.
        tabIndex={0}
        role="region"
        aria-label={props.label}
      >
        <table
          className={classes.table}
          aria-rowcount={has_more ? -1 : rows.length + 1}
          style={as_cards ? undefined : { minWidth: width_px }}
        >
          {!as_cards && <TableHead columns={fitted} getWidth={getWidth} />}
          {choice?.head !== undefined && <CardHead>{choice.head}</CardHead>}
          <tbody>
            <Spacer height_px={before_px} span={span} />
            {items.map((item) => {
              const row = rows[item.index] as Row;
              return (
                <TableRow
                  key={item.key}
                  row={row}
                  index={item.index}
                  height_px={item.size}
                  is_active={item.index === active}
                  columns={fitted}
                  renderCard={as_cards ? renderCard : undefined}
                  choice={choice}
                  onActivate={activate}
                  onOpen={onOpen}
                  onPrefetch={onPrefetch}
                />
              );
            })}
            <Spacer height_px={after_px} span={span} />
          </tbody>
        </table>
        {is_loading_more && <LoadingMore />}
      </div>
    </ScrollShadows>
  );
}

/** Placeholder for the rows outside the viewport. */
const Spacer = ({ height_px, span }: { height_px: number; span: number }) =>
  height_px > 0 ? (
    <tr aria-hidden className={classes.spacer}>
      <td colSpan={span} style={{ height: height_px }} />
    </tr>
  ) : null;

const LoadingMore = () => (
  <div className={classes.more} role="status">
    {messages().state.loading_more}
  </div>
);
