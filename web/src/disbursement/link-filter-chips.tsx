import { shortenId } from '../ui/copyable-id.tsx';
import { FilterChip } from '../ui/filter-chip.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { DisbursementFilter } from './filter.ts';
import { messages } from './messages.ts';

type LinkFilter = Pick<DisbursementFilter, 'requested_by' | 'batch_id' | 'beneficiary_id'>;

export interface LinkFilterChipsProps {
  filter: LinkFilter;
  onChange: (part: Partial<LinkFilter>) => void;
}

/** Filter by requester. Filters by one batch or beneficiary come from links and can only be removed. */
export function LinkFilterChips({ filter, onChange }: LinkFilterChipsProps) {
  const t = messages();
  return (
    <>
      <FilterChip
        label={t.columns.requested_by}
        value={filter.requested_by === '' ? undefined : filter.requested_by}
        onClear={() => onChange({ requested_by: '' })}
      >
        {() => (
          <TextField
            label={t.requester_name}
            value={filter.requested_by}
            onChange={(requested_by) => onChange({ requested_by })}
            maxLength={100}
            autoComplete="off"
          />
        )}
      </FilterChip>
      {(['batch_id', 'beneficiary_id'] as const)
        .filter((name) => filter[name] !== '')
        .map((name) => (
          <FilterChip
            key={name}
            label={name === 'batch_id' ? t.detail.batch : t.columns.beneficiary}
            value={shortenId(filter[name])}
            onClear={() => onChange({ [name]: '' })}
          >
            {() => filter[name]}
          </FilterChip>
        ))}
    </>
  );
}
