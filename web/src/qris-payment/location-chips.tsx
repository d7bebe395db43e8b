import { listQrisPlaces } from '@dasbor/contract/qris-payment';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { buildQuery } from '../api/query.ts';
import { ChoiceEditor } from '../list/choice-editor.tsx';
import { shortId } from '../ui/copyable-id.tsx';
import { FilterChip } from '../ui/filter-chip.tsx';
import type { QrisFilter } from './filter.ts';

const PLACES = [
  ['store', 'Store', 'stores'],
  ['terminal', 'Terminal', 'terminals'],
] as const;

export interface LocationChipsProps {
  filter: QrisFilter;
  onChange: (part: Partial<QrisFilter>) => void;
}

const splitValues = (text: string) => text.split(',').filter((value) => value !== '');

/** Filters by store and terminal, offered as the merchant's codes name them; and by the code that a link came from. */
export function LocationChips({ filter, onChange }: LocationChipsProps) {
  const places = useQuery({ ...buildQuery(listQrisPlaces), meta: { quiet: true } }).data?.data;
  return (
    <>
      {PLACES.map(([name, label, list]) => {
        const chosen = splitValues(filter[name]);
        // What a link names stands in the list, whether or not it was read already.
        const values = [...new Set([...(places?.[list] ?? []), ...chosen])];
        return (
          <FilterChip
            key={name}
            label={label}
            value={chosen.length > 2 ? `${chosen.length} chosen` : chosen.join(', ') || undefined}
            onClear={() => onChange({ [name]: '' })}
          >
            {() =>
              values.length === 0 ? (
                <Text c="dimmed" fz="sm" maw={220}>
                  No code names a {label.toLowerCase()} yet.
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
          label="QR code"
          value={shortId(filter.qris_payment_id)}
          onClear={() => onChange({ qris_payment_id: '' })}
        >
          {() => filter.qris_payment_id}
        </FilterChip>
      )}
    </>
  );
}
