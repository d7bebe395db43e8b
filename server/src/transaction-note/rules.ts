/** Rules of notes. Pure. */
import * as duration from '@dasbor/contract/duration';
import { NOTE_DELETABLE_MINUTES } from '@dasbor/contract/transaction-note';

/** The author can delete a note for some minutes. */
export const canDeleteNote = (note: { author_id: string; created_at: string }, caller_id: string, now: Date): boolean =>
  note.author_id === caller_id &&
  now.getTime() <= Date.parse(note.created_at) + duration.minutes(NOTE_DELETABLE_MINUTES);
