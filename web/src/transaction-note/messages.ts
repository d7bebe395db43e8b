/** Texts of the notes of a transaction. */
import { defineMessages } from '../ui/define-messages.ts';

const ENGLISH = {
  add: 'Add note',
  characters_left: (count: number) => (count === 1 ? '1 character left' : `${count} characters left`),
  delete: 'Delete note',
  delete_hint: (minutes: number) => `Delete note (within ${minutes} minutes)`,
  deleted: 'Note deleted',
  internal: 'Internal notes are not visible to customers.',
  mention: 'Team members to mention',
  new: 'New note',
  placeholder: 'Write a note; @ mentions a team member',
  title: 'Notes',
};

export type Messages = typeof ENGLISH;
export const messages = defineMessages(ENGLISH, () => import('./messages-id.ts'));
