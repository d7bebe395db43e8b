import { paymentFailureName } from '@dasbor/contract/labels';
import { NOT_SET } from '@dasbor/contract/paging';
import { currentLanguage } from '../ui/define-messages.ts';
import { formatValues } from '../list/filter-labels.ts';
import { LinkFilterChip } from '../list/link-filter-chip.tsx';
import { FilterChip } from '../ui/filter-chip.tsx';
import { shortenId } from '../ui/copyable-id.tsx';
import type { TransactionFilter } from './filter.ts';
import { IdsEditor } from './ids-editor.tsx';
import { formatIds } from './ids.ts';
import { messages } from './messages.ts';

const OBJECT_FILTERS = [
  ['qris_payment_id', 'qr'],
  ['virtual_account_id', 'virtual_account'],
  ['payment_link_id', 'payment_link'],
] as const;
/** Filters by values that only links set. */
const VALUE_FILTERS = ['issuer', 'failure_code', 'customer_email'] as const;

const formatFailureCode = (code: string): string => paymentFailureName(code, currentLanguage());
const formatFilter = (name: (typeof VALUE_FILTERS)[number], value: string): string =>
  formatValues(value, name === 'failure_code' ? formatFailureCode : undefined);

export interface ObjectFilterChipsProps {
  filter: TransactionFilter;
  onChange: (part: Partial<TransactionFilter>) => void;
}

/** Filters by exact IDs. Filters by one object come from links and can only be removed. */
export const ObjectFilterChips = ({ filter, onChange }: ObjectFilterChipsProps) => (
  <>
    <FilterChip label={messages().ids.title} value={formatIds(filter.ids)} onClear={() => onChange({ ids: '' })}>
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
      <FilterChip
        key={name}
        label={messages().related[label]}
        value={filter[name] === NOT_SET ? formatValues(NOT_SET) : shortenId(filter[name])}
        onClear={() => onChange({ [name]: '' })}
      >
        {() => formatValues(filter[name])}
      </FilterChip>
    ))}
    <LinkFilterChip
      label={messages().filter.is_shown_to_payer}
      value={filter.is_shown_to_payer.length > 0 ? messages().columns.yes : undefined}
      onClear={() => onChange({ is_shown_to_payer: [] })}
    />
    {VALUE_FILTERS.filter((name) => filter[name] !== '').map((name) => (
      <FilterChip
        key={name}
        label={messages().filter[name]}
        value={formatFilter(name, filter[name])}
        onClear={() => onChange({ [name]: '' })}
      >
        {() => formatFilter(name, filter[name])}
      </FilterChip>
    ))}
  </>
);
