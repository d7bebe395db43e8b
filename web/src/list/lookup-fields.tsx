/** Form fields that find merchants or an account group by name or code. */
import { listAccountGroups } from '@dasbor/contract/account-group';
import { listMerchants } from '@dasbor/contract/merchant';
import { MultiSelect, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { buildQuery } from '../api/query.ts';
import { fieldLabel } from '../ui/field-label.tsx';
import { messages } from './messages.ts';

/** Selected value, with the name that the field shows. */
export interface Choice {
  id: string;
  name: string;
}

interface FieldProps<Value> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  required?: boolean;
  description?: string;
  error?: string | null;
}
type LookupProps = FieldProps<Choice | null>;

const OPTIONS_MAX = 20;
const DEBOUNCE_MS = 250;

const formatName = (name: string, code: string | null): string => (code === null ? name : `${name} (${code})`);

export const toMerchantChoice = (merchant: { id: string; brand_name: string; code: string | null }): Choice => ({
  id: merchant.id,
  name: formatName(merchant.brand_name, merchant.code),
});
export const toGroupChoice = ({ id, name, code }: { id: string; name: string; code: string }): Choice => ({
  id,
  name: formatName(name, code),
});

/** Typed text, and the search for it: none while it is the name of the selection. */
function useSearchText(chosen: Choice | null) {
  const [text, setText] = useState(chosen?.name ?? '');
  const [searched] = useDebouncedValue(text === chosen?.name ? '' : text.trim(), DEBOUNCE_MS);
  return { text, setText, q: searched === '' ? undefined : searched };
}

function useMerchantChoices(q: string | undefined): Choice[] {
  const found = useQuery({
    ...buildQuery(listMerchants, { query: { limit: OPTIONS_MAX, q } }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  return (found.data?.data ?? []).map(toMerchantChoice);
}

export function MerchantField(props: LookupProps) {
  const search = useSearchText(props.value);
  return <Lookup {...props} {...search} options={useMerchantChoices(search.q)} />;
}

interface GroupFieldProps extends LookupProps {
  /** A group that cannot be chosen. */
  except?: string | undefined;
  /** Only active groups whose owner earns commissions. */
  earning?: boolean;
}

export function GroupField({ except, earning = false, ...props }: GroupFieldProps) {
  const search = useSearchText(props.value);
  const only = earning ? ({ status: 'active', has_owner: 'yes' } as const) : {};
  const found = useQuery({
    ...buildQuery(listAccountGroups, { query: { limit: OPTIONS_MAX, q: search.q, ...only } }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const options = (found.data?.data ?? []).filter(({ id }) => id !== except).map(toGroupChoice);
  return <Lookup {...props} {...search} options={options} />;
}

interface SelectProps extends LookupProps {
  options: readonly Choice[];
  text: string;
  setText: (text: string) => void;
}

function Lookup({ label, value, onChange, required = false, description, error, options, text, setText }: SelectProps) {
  const t = messages().lookup;
  const all = value === null || options.some(({ id }) => id === value.id) ? options : [value, ...options];
  return (
    <Select
      label={fieldLabel({ label, required })}
      aria-required={required}
      description={description}
      placeholder={`Pilih ${label}`}
      error={error}
      data={all.map(({ id, name }) => ({ value: id, label: name }))}
      value={value?.id ?? null}
      onChange={(id) => onChange(all.find((option) => option.id === id) ?? null)}
      searchable
      searchValue={text}
      onSearchChange={setText}
      // The server has searched already.
      filter={({ options: given }) => given}
      nothingFoundMessage={t.nothing}
      clearable={!required}
      clearButtonProps={{ 'aria-label': t.clear(label), 'aria-hidden': false, tabIndex: 0 }}
      checkIconPosition="right"
    />
  );
}

/** Several merchants. */
export function MerchantsField({ label, value, onChange, required = false, error }: FieldProps<readonly Choice[]>) {
  const t = messages().lookup;
  const { text, setText, q } = useSearchText(null);
  const options = useMerchantChoices(q);
  const all = [...value, ...options.filter(({ id }) => value.every((chosen) => chosen.id !== id))];
  return (
    <MultiSelect
      label={fieldLabel({ label, required })}
      aria-required={required}
      placeholder={value.length === 0 ? `Pilih ${label}` : ''}
      error={error}
      data={all.map(({ id, name }) => ({ value: id, label: name }))}
      value={value.map(({ id }) => id)}
      onChange={(ids) => onChange(all.filter(({ id }) => ids.includes(id)))}
      searchable
      searchValue={text}
      onSearchChange={setText}
      // The server has searched already.
      filter={({ options: given }) => given}
      nothingFoundMessage={t.nothing}
    />
  );
}
