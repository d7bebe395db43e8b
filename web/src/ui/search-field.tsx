import { CloseButton, Kbd, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { messages } from './messages.ts';

export interface SearchFieldProps {
  /** Name of the field, for screen readers; also its placeholder. */
  label: string;
  value: string;
  /** Debounced while typing; called immediately on Enter and on clearing. */
  onChange: (value: string) => void;
  width_px?: number;
}

/** Debounce of the search. */
const DEBOUNCE_MS = 300;

/** Wide enough for the whole placeholder: average width of a character, plus icon, key and padding. */
const measureWidth = (label: string): number => Math.max(280, Math.ceil(label.length * 7.4) + 84);

/** The search of a list. `/` focuses it; Esc clears it, and a second Esc leaves it. */
export function SearchField({ label, value, onChange, width_px = measureWidth(label) }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState(value);
  const [synced, setSynced] = useState(value);
  if (value !== synced) {
    // The address changed under the field: a link, a saved view, the back button.
    setSynced(value);
    setDraft(value);
  }
  const emit = useEffectEvent((next: string) => {
    if (next !== value) onChange(next);
  });
  useEffect(() => {
    const timer = setTimeout(() => emit(draft.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  const changeTo = (next: string) => {
    setDraft(next);
    if (next !== value) onChange(next);
  };
  return (
    <TextInput
      ref={input}
      type="search"
      data-list-search
      aria-label={label}
      placeholder={label}
      w={{ base: '100%', xs: width_px }}
      maxLength={100}
      styles={{ input: { textOverflow: 'ellipsis' } }}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        draft === '' ? (
          <Kbd size="xs" aria-hidden visibleFrom="sm">
            /
          </Kbd>
        ) : (
          <CloseButton size="sm" aria-label={messages().field.clear_search} onClick={() => changeTo('')} />
        )
      }
      value={draft}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') changeTo(draft.trim());
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        if (draft === '') input.current?.blur();
        else changeTo('');
      }}
    />
  );
}
