/** Words for reports, as people read them. */
import {
  REPORT_TYPES,
  type ReportChannel,
  type ReportFormat,
  type ReportRun,
  type ReportSchedule,
  type ReportType,
} from '@dasbor/contract/report';
import { formatDay } from '../ui/instant.tsx';

export const TYPE_WORDS: Record<ReportType, string> = {
  settlement: 'Settlement',
  transactions: 'Transactions',
  balance: 'Balance statement',
  deposit: 'Deposits',
  refund: 'Refunds',
  fee_invoice: 'Fee invoice',
};

/** What each type holds, in one line. */
export const TYPE_LINES: Record<ReportType, string> = {
  settlement: 'Every line of a settlement, made when it is paid.',
  transactions: 'Payments that were taken, by the day they entered the ledger.',
  balance: 'Opening balance, every movement and closing balance of your accounts.',
  deposit: 'Top-ups that were credited to the payout balance.',
  refund: 'Refunds that were paid out or came back.',
  fee_invoice: 'Fees and VAT (PPN) of a month, by method and price.',
};

export const FORMAT_WORDS: Record<ReportFormat, string> = { csv: 'CSV', xlsx: 'Excel', pdf: 'PDF' };
export const CHANNEL_WORDS: Record<ReportChannel, string> = { email: 'Email', sftp: 'SFTP' };
/** Before the time at which it got there. */
export const SERVED_WORDS: Record<ReportChannel, string> = { email: 'Sent by email', sftp: 'On the server' };
export const FORMATS = (['csv', 'xlsx', 'pdf'] as const).map((value) => ({ value, label: FORMAT_WORDS[value] }));
export const DELIMITERS = [
  { value: ',', label: 'Comma ,' },
  { value: ';', label: 'Semicolon ;' },
];
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const dayWords = (day: string): string => formatDay(`${day}T00:00:00+07:00`);

/** `20 Nov 2026`, or `1 Nov 2026 – 20 Nov 2026`. */
export const periodWords = ({ period_from, period_to }: Pick<ReportRun, 'period_from' | 'period_to'>): string =>
  period_from === period_to ? dayWords(period_to) : `${dayWords(period_from)} – ${dayWords(period_to)}`;

/** What a run is about, besides its type. */
export const subjectWords = (run: ReportRun): string => run.batch_no ?? periodWords(run);

/** A file that nobody is sent is ready when it is there. */
export const stateWords = ({ status, email_status, sftp_status }: ReportRun): string => {
  if (status === 'delivered' && email_status === 'off' && sftp_status === 'off') return 'Ready';
  const words = status.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** `Daily at 03:00 WIB`. */
export function scheduleWords({ is_on, frequency, hour, weekday, month_day }: ReportSchedule): string {
  if (frequency === 'batch') return 'With each settlement that is paid';
  if (!is_on) return 'Off';
  const at = `at ${String(hour ?? 0).padStart(2, '0')}:00 WIB`;
  if (frequency === 'weekly') return `Every ${WEEKDAYS[(weekday ?? 1) - 1]} ${at}`;
  return frequency === 'monthly' ? `On day ${month_day} of each month ${at}` : `Daily ${at}`;
}

/** Types in their order, of those that the reader may see. */
export const typesFor = (may_see_invoices: boolean): ReportType[] =>
  REPORT_TYPES.filter((type) => may_see_invoices || (type !== 'balance' && type !== 'fee_invoice'));
