/** The cash flow of a period as a table for files: the columns that are on the screen, in its order, oldest day first. */
import {
  CASH_FLOW_CATEGORIES,
  type CashFlow,
  type CashFlowAccount,
  type CashFlowCategory,
  type CashFlowDay,
} from '@dasbor/contract/cash-flow';
import { type Rupiah, add } from '@dasbor/contract/money';
import { TIME_ZONE } from '@dasbor/contract/time';
import type { Readable } from 'node:stream';
import type { Cells, Table } from '../table-file/table.ts';
import { renderTablePdf } from '../table-file/pdf.ts';

/** What people call the categories: the same words on the screen. */
const CATEGORY_NAMES: Record<CashFlowCategory, string> = {
  money_in: 'Money in',
  refunds: 'Refunds',
  fees: 'Fees',
  vat: 'PPN',
  disbursements: 'Disbursements',
  payouts: 'Payouts',
  top_ups: 'Top-ups',
  adjustments: 'Adjustments',
};

type Row = Pick<CashFlowDay, 'opening' | 'closing' | 'difference' | CashFlowCategory>;

/** Categories that are left out are summed up in one column, so that a row still adds up. */
export function buildCashFlowTable(flow: CashFlow, chosen: readonly CashFlowCategory[] | undefined): Table {
  const shown = chosen?.length
    ? CASH_FLOW_CATEGORIES.filter((category) => chosen.includes(category))
    : CASH_FLOW_CATEGORIES;
  const others = CASH_FLOW_CATEGORIES.filter((category) => !shown.includes(category));
  const amounts: [header: string, of: (row: Row) => Rupiah][] = [
    ['Opening', (row) => row.opening],
    ...shown.map((category): [string, (row: Row) => Rupiah] => [CATEGORY_NAMES[category], (row) => row[category]]),
    ...(others.length > 0
      ? [['Other', (row: Row) => add(...others.map((each) => row[each]))] as [string, (row: Row) => Rupiah]]
      : []),
    ['Closing', (row) => row.closing],
    ['Difference', (row) => row.difference],
  ];
  const cellsOf = (head: string, row: Row): Cells => [head, ...amounts.map(([, of]) => String(of(row)))];
  return {
    columns: [
      { header: 'Day (WIB)', kind: 'day' },
      ...amounts.map(([header]) => ({ header, kind: 'number' as const })),
    ],
    rows: flow.days.map((row) => cellsOf(row.day, row)),
    totals: cellsOf('Total', flow.total),
  };
}

/** Days, plain integers and words of ours only: nothing in it needs quoting. */
export const formatCashFlowCsv = ({ columns, rows }: Table): string =>
  [columns.map(({ header }) => header), ...(rows as Iterable<Cells>)].map((cells) => `${cells.join(',')}\n`).join('');

const number = new Intl.NumberFormat('id-ID');
const rupiah = (amount: Rupiah): string => `${amount < 0 ? '-' : ''}Rp ${number.format(Math.abs(amount))}`;
const day = new Intl.DateTimeFormat('en-GB', { timeZone: TIME_ZONE, day: 'numeric', month: 'short', year: 'numeric' });
const time = new Intl.DateTimeFormat('en-GB', { timeZone: TIME_ZONE, dateStyle: 'medium', timeStyle: 'short' });
const dayWords = (business_day: string): string => day.format(new Date(`${business_day}T05:00:00Z`));

export const accountLabel = (account: CashFlowAccount): string =>
  account === 'settled' ? 'All settled money' : account.charAt(0).toUpperCase() + account.slice(1).replaceAll('_', ' ');

/** For people: both balances and whether the movements add up stand at the top. */
export function buildCashFlowPdf(flow: CashFlow, table: Table, brand_name: string): Readable {
  const { opening, closing, difference } = flow.total;
  const movements = add(closing, -opening, -difference);
  const faulty = flow.days.filter((each) => each.difference !== 0).map((each) => each.day);
  const check =
    difference === 0 && faulty.length === 0
      ? `${rupiah(opening)} + ${rupiah(movements)} = ${rupiah(closing)}: agrees with the ledger`
      : `DOES NOT ADD UP: ${rupiah(difference)} between the movements and the ledger${faulty.length > 0 ? ` (${faulty.join(', ')})` : ''}`;
  return renderTablePdf({
    title: 'Cash flow',
    context: brand_name,
    fields: [
      ['Period (WIB)', `${dayWords(flow.from)} to ${dayWords(flow.to)}`],
      ['Account', accountLabel(flow.account)],
      ['Currency', 'IDR, whole rupiah'],
      ['As of', `${time.format(new Date(flow.as_of))} WIB`],
      ['Opening balance', rupiah(opening)],
      ['Movements', rupiah(movements)],
      ['Closing balance', rupiah(closing)],
      ['Check', check],
    ],
    table,
    landscape: true,
  });
}
