/** Texts of bank holidays. */
import { defineMessages } from '../ui/define-messages.ts';

const ENGLISH = {
  title: 'Bank holidays',
  line: 'Settlements and transfers skip these days. Past days cannot be changed.',
  add: 'Add holiday',
  import: 'Import CSV',
  denied: 'Your role cannot change this.',
  year: 'Year',
  empty: 'No holidays this year',
  empty_line: 'Import the official list of public holidays and joint leave days.',
  day: 'Date',
  name: 'Name',
  type: 'Type',
  types: { national: 'Public holiday', joint_leave: 'Joint leave' },
  remove: 'Remove',
  remove_of: (day: string) => `Remove the holiday on ${day}`,
  remove_title: 'Remove this holiday?',
  removed: 'Holiday removed',
  added: 'Holiday added',
  imported: (count: number) => (count === 1 ? '1 holiday imported' : `${count} holidays imported`),
  missing: 'This field is required.',
  file: 'CSV file',
  file_hint: 'Columns with a header row: day,name,type. The type is national or joint_leave.',
  check: 'Check file',
  store: (count: number) => (count === 1 ? 'Import 1 holiday' : `Import ${count} holidays`),
  moved: 'Settlement dates that change',
  moved_none: 'No settlement dates change.',
  moved_row: (days: number, paid: string, before: string, after: string) =>
    `T+${days}: payments made on ${paid} settle on ${after} instead of ${before}`,
};

export type Messages = typeof ENGLISH;
export const holidayMessages = defineMessages(ENGLISH, () => import('./holiday-messages-id.ts'));
