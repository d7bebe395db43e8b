/** Texts of the exports drawer. */
import { defineMessages } from '../ui/define-messages.ts';

const ENGLISH = {
  list: 'Exports',
  by_you: 'You',
  cancel: 'Cancel',
  cancel_of: (name: string) => `Cancel ${name}`,
  counting: 'Counting rows',
  delete: 'Delete',
  delete_line: 'Its files are deleted for all users. The list itself is not affected and can be exported again.',
  delete_of: (name: string) => `Delete ${name}`,
  delete_title: 'Delete this export?',
  download: 'Download',
  download_of: (file: string) => `Download ${file}`,
  download_failed: (detail: string) => `Download failed: ${detail}`,
  earlier: 'Show earlier exports',
  empty: 'No exports yet',
  empty_line: (days: number) =>
    `Large lists are prepared here when you select Export above a list. Files are kept for ${days} days.`,
  expired: (days: number) => `The files were deleted after ${days} days`,
  files_of: (name: string) => `Files of ${name}`,
  name: (list: string, format: string) => `${list} as ${format}`,
  part: (part_no: number) => `Part ${part_no}`,
  preparing: 'Preparing',
  progress_of: (list: string) => `${list}: progress`,
  queued: 'Queued',
  rows: (count: number, shown: string) => `${shown} ${count === 1 ? 'row' : 'rows'}`,
  rows_done: (done: string, count: string) => `${done} of ${count} rows`,
  until: (at: string) => `Available until ${at}`,
  filter: {
    amount: 'amount',
    amount_max: 'maximum amount',
    amount_min: 'minimum amount',
    bank: 'bank',
    channel_code: 'bank',
    from: 'from',
    ids: 'selected rows',
    kind: 'type',
    line_type: 'line type',
    method: 'method',
    q: 'search',
    settlement_status: 'settlement status',
    source: 'source',
    status: 'status',
    to: 'to',
    type: 'type',
    values: (count: number) => `${count} values`,
  },
};

export type Messages = typeof ENGLISH;
export const messages = defineMessages(ENGLISH, () => import('./messages-id.ts'));
