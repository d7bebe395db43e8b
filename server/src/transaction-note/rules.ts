/** Decisions about notes. Pure. */
import { NOTE_DELETABLE_MINUTES } from '@dasbor/contract/transaction-note';

/** How long after writing it its author may take a note back. */
export const canDeleteNote = (note: { author_id: string; created_at: string }, caller_id: string, now: Date): boolean =>
  note.author_id === caller_id && now.getTime() <= Date.parse(note.created_at) + NOTE_DELETABLE_MINUTES * 60_000;
