import { FilterChip } from '../ui/filter-chip.tsx';
import { shortId } from '../ui/copyable-id.tsx';
import type { TransactionFilter } from './filter.ts';
import { IdsEditor } from './ids-editor.tsx';
import { formatIds } from './ids.ts';

const OBJECT_FILTERS = [
  ['qris_payment_id', 'QR code'],
  ['virtual_account_id', 'Virtual account'],
  ['payment_link_id', 'Payment link'],
] as const;

export interface ExactChipsProps {
  filter: TransactionFilter;
  onChange: (part: Partial<TransactionFilter>) => void;
}

/** Filters by exact ids; those of one object behind the payments come by links and can only be taken away. */
export const ObjectFilterChips = ({ filter, onChange }: ExactChipsProps) => (
  <>
    <FilterChip label="IDs" value={formatIds(filter.ids)} onClear={() => onChange({ ids: '' })}>
      {(close) => (
        <IdsEditor
          ids={filter.ids}
          onApply={(ids) => {
            onChange({ ids });
            close();
          }}
        />
      )}
    </FilterChip>
    {OBJECT_FILTERS.filter(([name]) => filter[name] !== '').map(([name, label]) => (
      <FilterChip key={name} label={label} value={shortId(filter[name])} onClear={() => onChange({ [name]: '' })}>
        {() => filter[name]}
      </FilterChip>
    ))}
  </>
);
