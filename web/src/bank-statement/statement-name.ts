import type { BankStatement } from '@dasbor/contract/bank-statement';
import { formatDay } from '../ui/instant.tsx';

/** A statement without a number of its own, such as a CSV file, is numbered by its days, which are shown next to it. */
const NUMBERED_BY_DAYS = /^\d{4}-\d{2}-\d{2}\//;

export const formatStatementName = ({ account_no, number }: Pick<BankStatement, 'account_no' | 'number'>): string =>
  NUMBERED_BY_DAYS.test(number) ? account_no : `${account_no} · ${number}`;

export const formatStatementDays = ({ first_day, last_day }: Pick<BankStatement, 'first_day' | 'last_day'>): string =>
  first_day === last_day ? formatDay(first_day) : `${formatDay(first_day)} – ${formatDay(last_day)}`;
