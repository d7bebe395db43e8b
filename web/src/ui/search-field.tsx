import { CloseButton, Kbd, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

export interface SearchFieldProps {
  /** Name of the field, for screen readers; also its placeholder. */
  label: string;
  value: string;
  /** Called a moment after the last stroke, and at once on Enter and on clearing. */
  onChange: (value: string) => void;
  width_px?: number;
}

/** How long typing may rest before the search runs. */
const REST_MS = 300;

/** The search of a list; the frame's `/` key leads to it, Esc clears it and then lets go. */
export function SearchField({ label, value, onChange, width_px = 280 }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState(value);
  const [told, setTold] = useState(value);
  if (value !== told) {
    // The address changed under the field: a link, a saved view, the back button.
    setTold(value);
    setDraft(value);
  }
  const say = useEffectEvent((next: string) => {
    if (next !== value) onChange(next);
  });
  useEffect(() => {
    const timer = setTimeout(() => say(draft.trim()), REST_MS);
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
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        draft === '' ? (
          <Kbd size="xs" aria-hidden visibleFrom="sm">
            /
          </Kbd>
        ) : (
          <CloseButton size="sm" aria-label="Clear search" onClick={() => changeTo('')} />
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
