import {
  CASH_FLOW_CATEGORIES,
  type CashFlow,
  type CashFlowCategory,
  type CashFlowDay,
} from '@dasbor/contract/cash-flow';
import { IconChevronRight } from '@tabler/icons-react';
import { useMediaQuery } from '@mantine/hooks';
import { Fragment, type ReactNode, useState } from 'react';
import { formatRupiah } from '../ui/amount.tsx';
import { formatDay } from '../ui/instant.tsx';
import { HorizontalScroll } from '../ui/horizontal-scroll.tsx';
import classes from './cash-flow.module.css';
import { formatCategory, sumOthers } from './labels.ts';
import { messages } from './messages.ts';

export interface DayTableProps {
  flow: CashFlow;
  /** Categories with their own column; all when empty. */
  categories: readonly CashFlowCategory[];
  /** Renders the movements of a day. */
  renderEntries: (day: CashFlowDay) => ReactNode;
}

type Sums = Pick<CashFlowDay, 'opening' | 'closing' | 'difference' | CashFlowCategory>;

interface FlowColumn {
  id: string;
  label: string;
  of: (sums: Sums) => number;
}

function listColumns(categories: readonly CashFlowCategory[]): FlowColumn[] {
  const shown = categories.length === 0 ? CASH_FLOW_CATEGORIES : categories;
  const columns = shown.map((id): FlowColumn => ({ id, label: formatCategory(id), of: (sums) => sums[id] }));
  if (shown.length === CASH_FLOW_CATEGORIES.length) return columns;
  return [...columns, { id: 'other', label: messages().days.other, of: (sums) => sumOthers(shown, sums) }];
}

/** One row per day, newest first, expandable to its movements. On a phone, one card per day. */
export function DayTable({ flow, categories, renderEntries }: DayTableProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const is_narrow = useMediaQuery('(max-width: 48em)') ?? false;
  const t = messages().days;
  const columns = listColumns(categories);
  const days = flow.days.toReversed();
  const toggle = (day: string) =>
    setOpen((before) => {
      const next = new Set(before);
      if (!next.delete(day)) next.add(day);
      return next;
    });
  if (is_narrow) {
    return (
      <ul className={classes.cards} aria-label={t.label}>
        <li className={classes.card}>
          <CardHead name={t.total} sums={flow.total} />
          <Parts sums={flow.total} columns={columns} />
        </li>
        {days.map((day) => (
          <li key={day.day} className={classes.card}>
            <button
              type="button"
              className={classes.cardButton}
              aria-expanded={open.has(day.day)}
              disabled={day.entry_count === 0}
              onClick={() => toggle(day.day)}
            >
              <CardHead
                sums={day}
                is_quiet={day.entry_count === 0}
                name={
                  <>
                    {formatDay(day.day)}
                    <IconChevronRight size={16} aria-hidden />
                  </>
                }
              />
            </button>
            <Parts sums={day} columns={columns} />
            {open.has(day.day) && renderEntries(day)}
          </li>
        ))}
      </ul>
    );
  }
  return (
    <HorizontalScroll label={t.label}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t.day}</th>
            <th scope="col">{t.opening}</th>
            {columns.map(({ id, label }) => (
              <th key={id} scope="col">
                {label}
              </th>
            ))}
            <th scope="col" className={classes.closing}>
              {t.closing}
            </th>
          </tr>
        </thead>
        <tbody>
          <tr className={classes.totals}>
            <th scope="row">{t.total}</th>
            <Cells sums={flow.total} columns={columns} />
          </tr>
          {days.map((day) => (
            <Fragment key={day.day}>
              <tr data-open={open.has(day.day) || undefined} data-faulty={day.difference !== 0 || undefined}>
                <th scope="row">
                  <button
                    type="button"
                    className={classes.day}
                    aria-expanded={open.has(day.day)}
                    disabled={day.entry_count === 0}
                    onClick={() => toggle(day.day)}
                  >
                    <IconChevronRight size={15} aria-hidden />
                    {formatDay(day.day)}
                  </button>
                </th>
                <Cells sums={day} columns={columns} />
              </tr>
              {open.has(day.day) && (
                <tr className={classes.opened}>
                  <td colSpan={columns.length + 3}>{renderEntries(day)}</td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </HorizontalScroll>
  );
}

const Cells = ({ sums, columns }: { sums: Sums; columns: readonly FlowColumn[] }) => (
  <>
    <td>{formatRupiah(sums.opening)}</td>
    {columns.map(({ id, of }) => (
      <td key={id}>
        <Moved amount={of(sums)} />
      </td>
    ))}
    <td className={classes.closing}>
      {formatRupiah(sums.closing)}
      {sums.difference !== 0 && (
        <small className={classes.differs}>{messages().days.differs(formatRupiah(sums.difference))}</small>
      )}
    </td>
  </>
);

/** A dash instead of zero keeps the columns readable. */
const Moved = ({ amount }: { amount: number }) =>
  amount === 0 ? <span className={classes.none}>–</span> : formatRupiah(amount);

const CardHead = ({ name, sums, is_quiet = false }: { name: ReactNode; sums: Sums; is_quiet?: boolean }) => (
  <span className={classes.cardHead}>
    <b>{name}</b>
    <b>{formatRupiah(sums.closing)}</b>
    {!is_quiet && (
      <>
        <small>{messages().days.opening_of(formatRupiah(sums.opening))}</small>
        <small>{messages().days.closing}</small>
      </>
    )}
    {sums.difference !== 0 && <small>{messages().days.differs(formatRupiah(sums.difference))}</small>}
  </span>
);

const Parts = ({ sums, columns }: { sums: Sums; columns: readonly FlowColumn[] }) => {
  const moved = columns.filter(({ of }) => of(sums) !== 0);
  return moved.length === 0 ? null : (
    <dl className={classes.parts}>
      {moved.map(({ id, label, of }) => (
        <div key={id}>
          <dt>{label}</dt>
          <dd>{formatRupiah(of(sums))}</dd>
        </div>
      ))}
    </dl>
  );
};
