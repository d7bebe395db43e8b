/** Fields that find a merchant or a group by its name or code. */
import { listAccountGroups } from '@dasbor/contract/account-group';
import { listMerchants } from '@dasbor/contract/merchant';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { buildQuery } from '../api/query.ts';
import { fieldLabel } from '../ui/field-label.tsx';
import { messages } from './messages.ts';

/** What was chosen, with the name that the field shows. */
export interface Choice {
  id: string;
  name: string;
}

interface LookupProps {
  label: string;
  value: Choice | null;
  onChange: (choice: Choice | null) => void;
  required?: boolean;
  error?: string | null;
}

const OPTIONS_MAX = 20;
const DEBOUNCE_MS = 250;

/** The text that is searched for: what was typed, unless it is the name of the choice. */
function useSearch(value: Choice | null) {
  const [text, setText] = useState(value?.name ?? '');
  const [searched] = useDebouncedValue(text === value?.name ? '' : text.trim(), DEBOUNCE_MS);
  return { text, setText, q: searched === '' ? undefined : searched };
}

export function MerchantField(props: LookupProps) {
  const search = useSearch(props.value);
  const found = useQuery({
    ...buildQuery(listMerchants, { query: { limit: OPTIONS_MAX, q: search.q } }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const options = (found.data?.data ?? []).map(({ id, brand_name, code }) => ({ id, name: `${brand_name} (${code})` }));
  return <Lookup {...props} {...search} options={options} placeholder={messages().form.search_merchant} />;
}

/** `except`: a group that cannot be chosen. */
export function GroupField({ except, ...props }: LookupProps & { except?: string | undefined }) {
  const search = useSearch(props.value);
  const found = useQuery({
    ...buildQuery(listAccountGroups, { query: { limit: OPTIONS_MAX, q: search.q } }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const options = (found.data?.data ?? [])
    .filter(({ id }) => id !== except)
    .map(({ id, name, code }) => ({ id, name: `${name} (${code})` }));
  return <Lookup {...props} {...search} options={options} placeholder={messages().form.search_group} />;
}

interface SelectProps extends LookupProps {
  options: readonly Choice[];
  text: string;
  setText: (text: string) => void;
  placeholder: string;
}

function Lookup({ label, value, onChange, required = false, error, options, text, setText, placeholder }: SelectProps) {
  const t = messages();
  const all = value === null || options.some(({ id }) => id === value.id) ? options : [value, ...options];
  return (
    <Select
      label={fieldLabel({ label, required })}
      aria-required={required}
      placeholder={placeholder}
      error={error}
      data={all.map(({ id, name }) => ({ value: id, label: name }))}
      value={value?.id ?? null}
      onChange={(id) => onChange(all.find((option) => option.id === id) ?? null)}
      searchable
      searchValue={text}
      onSearchChange={setText}
      // The server has searched already.
      filter={({ options: given }) => given}
      nothingFoundMessage={t.form.nothing}
      clearable={!required}
      clearButtonProps={{ 'aria-label': `${t.none}: ${label}`, 'aria-hidden': false, tabIndex: 0 }}
      checkIconPosition="right"
    />
  );
}
