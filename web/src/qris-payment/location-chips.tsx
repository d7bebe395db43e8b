import { listQrisPlaces } from '@dasbor/contract/qris-payment';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { buildQuery } from '../api/query.ts';
import { ChoiceEditor } from '../list/choice-editor.tsx';
import { shortenId } from '../ui/copyable-id.tsx';
import { FilterChip } from '../ui/filter-chip.tsx';
import type { QrisFilter } from './filter.ts';
import { messages } from './messages.ts';

const LOCATIONS = [
  ['store', 'stores', 'no_stores'],
  ['terminal', 'terminals', 'no_terminals'],
] as const;

export interface LocationChipsProps {
  filter: QrisFilter;
  onChange: (part: Partial<QrisFilter>) => void;
}

const splitValues = (text: string) => text.split(',').filter((value) => value !== '');

/** Filters by the stores and terminals of the merchant's codes, and by the code that a link refers to. */
export function LocationChips({ filter, onChange }: LocationChipsProps) {
  const { fields, list } = messages();
  const locations = useQuery({ ...buildQuery(listQrisPlaces), meta: { quiet: true } }).data?.data;
  return (
    <>
      {LOCATIONS.map(([name, values_name, empty]) => {
        const label = fields[name];
        const chosen = splitValues(filter[name]);
        // Includes the values of a link, whether or not the list has loaded.
        const values = [...new Set([...(locations?.[values_name] ?? []), ...chosen])];
        return (
          <FilterChip
            key={name}
            label={label}
            value={chosen.length > 2 ? list.selected(chosen.length) : chosen.join(', ') || undefined}
            onClear={() => onChange({ [name]: '' })}
          >
            {() =>
              values.length === 0 ? (
                <Text c="dimmed" fz="sm" maw={220}>
                  {list[empty]}
                </Text>
              ) : (
                <ChoiceEditor
                  label={label}
                  values={values}
                  selected={chosen}
                  onChange={(next) => onChange({ [name]: next.join(',') })}
                />
              )
            }
          </FilterChip>
        );
      })}
      {filter.qris_payment_id !== '' && (
        <FilterChip
          label={fields.qr_code}
          value={shortenId(filter.qris_payment_id)}
          onClear={() => onChange({ qris_payment_id: '' })}
        >
          {() => filter.qris_payment_id}
        </FilterChip>
      )}
    </>
  );
}
