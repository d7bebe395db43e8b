import { addMerchantNote, listMerchantNotes } from '@dasbor/contract/merchant-note';
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { buildPagesQuery, buildQueryKey } from '../api/query.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Instant } from '../ui/instant.tsx';
import { Panel } from '../ui/panel.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import { showError, showSuccess } from '../ui/toast.ts';
import classes from './merchant.module.css';
import { messages } from './messages.ts';

/** Notes of the provider about the merchant. */
export function NotesTab({ merchant_id }: { merchant_id: string }) {
  const t = messages().notes;
  const notes = useInfiniteQuery({
    ...buildPagesQuery(listMerchantNotes, { params: { merchant_id }, query: {} }),
    meta: { quiet: true },
  });
  const rows = notes.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Panel title={t.label}>
      <Stack gap="md" maw={760}>
        <NoteForm merchant_id={merchant_id} />
        {notes.isPending && <ListSkeleton rows={3} />}
        {notes.isError && notes.data === undefined && (
          <FailedState detail={notes.error.message} onRetry={() => void notes.refetch()} />
        )}
        {notes.data !== undefined && rows.length === 0 && <EmptyState title={t.empty}>{t.empty_line}</EmptyState>}
        {rows.map((note) => (
          <article key={note.id} aria-label={note.author}>
            <Group gap="xs">
              <Text fw={600}>{note.is_own ? t.you : note.author}</Text>
              <Text c="dimmed" fz="xs">
                <Instant at={note.created_at} />
              </Text>
            </Group>
            <Text className={classes.note}>{note.body}</Text>
          </article>
        ))}
        {notes.hasNextPage && (
          <Group justify="center">
            <Button variant="default" loading={notes.isFetchingNextPage} onClick={() => void notes.fetchNextPage()}>
              {messages().more}
            </Button>
          </Group>
        )}
      </Stack>
    </Panel>
  );
}

function NoteForm({ merchant_id }: { merchant_id: string }) {
  const t = messages().notes;
  const client = useQueryClient();
  const [body, setBody] = useState('');
  const add = useMutation({
    mutationFn: () => call(addMerchantNote, { params: { merchant_id }, body: { body: body.trim() } }),
    meta: { quiet: true },
    onSuccess: async () => {
      setBody('');
      await client.invalidateQueries({ queryKey: buildQueryKey(listMerchantNotes) });
      await showSuccess(t.added);
    },
    onError: (error) => void showError(toProblem(error).detail),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (body.trim() !== '' && !add.isPending) add.mutate();
      }}
    >
      <Stack gap="xs">
        <Textarea
          label={t.field}
          description={t.line}
          autosize
          minRows={2}
          maxLength={2_000}
          value={body}
          onChange={(event) => setBody(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={add.isPending} disabled={body.trim() === ''}>
            {t.add}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
