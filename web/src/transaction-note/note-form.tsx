import { NOTE_LENGTH_MAX } from '@dasbor/contract/transaction-note';
import { Button, Group, Text, Textarea } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { completeMention, findTypedMention, suggestColleagues } from './mentions.ts';
import { messages } from './messages.ts';

export interface NoteFormProps {
  colleagues: readonly string[];
  is_busy: boolean;
  /** Rejects when the note was not saved; the text is then kept. */
  onSubmit: (body: string) => Promise<unknown>;
}

/** Note form; `@` suggests team members. */
export function NoteForm({ colleagues, is_busy, onSubmit }: NoteFormProps) {
  const t = messages();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const [caret, setCaret] = useState(0);
  const typed = findTypedMention(text, caret);
  const names = typed === null ? [] : suggestColleagues(typed, colleagues);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    void onSubmit(text.trim()).then(
      () => setText(''),
      () => undefined,
    );
  };
  const mention = (name: string) => {
    const next = completeMention(text, caret, name);
    setText(next.text);
    setCaret(next.caret);
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(next.caret, next.caret);
    });
  };
  return (
    <form onSubmit={submit}>
      <Textarea
        ref={field}
        aria-label={t.new}
        placeholder={t.placeholder}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={NOTE_LENGTH_MAX}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setCaret(event.currentTarget.selectionStart);
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
      />
      <Group gap={6} mt={6} justify="space-between">
        <Group gap={4} role="group" aria-label={t.mention}>
          {names.map((name) => (
            <Button key={name} size="compact-xs" variant="light" onClick={() => mention(name)}>
              @{name}
            </Button>
          ))}
        </Group>
        <Group gap={8}>
          {text.length > NOTE_LENGTH_MAX - 200 && (
            <Text fz="xs" c="dimmed" role="status">
              {t.characters_left(NOTE_LENGTH_MAX - text.length)}
            </Text>
          )}
          <Button type="submit" size="compact-sm" loading={is_busy} disabled={text.trim() === ''}>
            {t.add}
          </Button>
        </Group>
      </Group>
    </form>
  );
}
