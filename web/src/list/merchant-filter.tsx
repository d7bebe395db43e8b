import { listVisibleGroups, listVisibleMerchants } from '@dasbor/contract/merchant-lists';
import { NOT_SET } from '@dasbor/contract/paging';
import { Checkbox, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { buildQuery } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { FilterChip } from '../ui/filter-chip.tsx';
import { messages } from './messages.ts';

interface MerchantFilterProps {
  kind: 'merchant' | 'group';
  /** Ids, separated by commas. */
  value: string;
  onChange: (value: string) => void;
}

const ROUTES = { merchant: listVisibleMerchants, group: listVisibleGroups } as const;
const DEBOUNCE_MS = 250;
const parseIds = (value: string): string[] => value.split(',').filter((id) => id !== '' && id !== NOT_SET);

/** Filters a list over many merchants by some of them, or by one account group. */
export function MerchantFilter({ kind, value, onChange }: MerchantFilterProps) {
  const t = messages().lookup;
  const ids = parseIds(value);
  const chosen = useQuery({
    ...buildQuery(ROUTES[kind], { query: { ids: ids.join(',') } }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const names = (chosen.data?.data ?? []).filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  const unset = value === NOT_SET ? t.no_group : undefined;
  const shown =
    ids.length === 0 ? unset : ids.length > 2 || names.length === 0 ? t.selected(ids.length) : names.join(', ');
  return (
    <FilterChip label={t[kind]} value={shown} onClear={() => onChange('')}>
      {() => <Editor kind={kind} value={value} onChange={onChange} />}
    </FilterChip>
  );
}

function Editor({ kind, value, onChange }: MerchantFilterProps) {
  const t = messages().lookup;
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), DEBOUNCE_MS);
  const ids = parseIds(value);
  // A shared user of a group reads its members only.
  const offers_no_group = useHasAccess('Merchants', 'view') && kind === 'group';
  const found = useQuery({
    ...buildQuery(ROUTES[kind], { query: q === '' ? {} : { q } }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const options = found.data?.data ?? [];
  const toggle = (id: string): void => {
    const without = ids.filter((each) => each !== id);
    const next = ids.includes(id) ? without : kind === 'group' ? [id] : [...ids, id];
    onChange(next.join(','));
  };
  return (
    <Stack gap="xs" w={260}>
      <TextInput
        data-autofocus
        size="xs"
        aria-label={t.search}
        placeholder={t.search}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ScrollArea.Autosize mah={260} type="auto">
        <Stack gap={8} py={4}>
          {offers_no_group && q === '' && (
            <Checkbox
              size="xs"
              checked={value === NOT_SET}
              onChange={() => onChange(value === NOT_SET ? '' : NOT_SET)}
              label={t.no_group}
            />
          )}
          {options.map(({ id, name, code }) => (
            <Checkbox
              key={id}
              size="xs"
              checked={ids.includes(id)}
              onChange={() => toggle(id)}
              label={`${name} (${code})`}
            />
          ))}
          {found.isSuccess && options.length === 0 && (
            <Text fz="sm" c="dimmed">
              {t.nothing}
            </Text>
          )}
        </Stack>
      </ScrollArea.Autosize>
    </Stack>
  );
}
