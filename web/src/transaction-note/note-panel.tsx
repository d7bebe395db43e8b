import { NOTE_DELETABLE_MINUTES, type TransactionNote } from '@dasbor/contract/transaction-note';
import { ActionIcon, Skeleton, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { FailedState } from '../ui/failed-state.tsx';
import { Instant } from '../ui/instant.tsx';
import { Panel } from '../ui/panel.tsx';
import { splitMentions } from './mentions.ts';
import { useNotes } from './use-notes.ts';
import { NoteForm } from './note-form.tsx';
import classes from './note.module.css';
import { messages } from './messages.ts';

/** Internal notes about a payment. Customers do not see them. */
export function NotePanel({ transaction_id }: { transaction_id: string }) {
  const { notes, add, remove } = useNotes(transaction_id);
  const colleagues = notes.data?.colleagues ?? [];
  return (
    <Panel title={messages().title}>
      {notes.isPending ? (
        <Skeleton h={48} />
      ) : notes.isError && notes.data === undefined ? (
        <FailedState
          detail={notes.error.detail}
          request_id={notes.error.request_id}
          onRetry={() => void notes.refetch()}
        />
      ) : (
        <>
          {notes.data.data.length === 0 && (
            <Text c="dimmed" fz="sm" mb={10}>
              {messages().internal}
            </Text>
          )}
          <ul className={classes.notes} aria-label={messages().title}>
            {notes.data.data.map((note) => (
              <Note key={note.id} note={note} colleagues={colleagues} onRemove={() => remove.mutate(note.id)} />
            ))}
          </ul>
          <NoteForm colleagues={colleagues} is_busy={add.isPending} onSubmit={(body) => add.mutateAsync(body)} />
        </>
      )}
    </Panel>
  );
}

interface NoteProps {
  note: TransactionNote;
  colleagues: readonly string[];
  onRemove: () => void;
}

const Note = ({ note, colleagues, onRemove }: NoteProps) => (
  <li>
    <div className={classes.head}>
      <Text span fw={600} fz="sm">
        {note.author_name}
      </Text>
      <Text span c="dimmed" fz="xs">
        <Instant at={note.created_at} />
      </Text>
      {note.deletable_until !== null && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={22}
          ml="auto"
          aria-label={messages().delete}
          title={messages().delete_hint(NOTE_DELETABLE_MINUTES)}
          onClick={onRemove}
        >
          <IconTrash size={14} aria-hidden />
        </ActionIcon>
      )}
    </div>
    <Text className={classes.body}>
      {splitMentions(note.body, colleagues).map((part, index) =>
        part.is_mention ? (
          <span key={index} className={classes.mention}>
            {part.text}
          </span>
        ) : (
          part.text
        ),
      )}
    </Text>
  </li>
);
