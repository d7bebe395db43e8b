import { FilterChip } from '../ui/filter-chip.tsx';

export interface LinkFilterChipProps {
  label: string;
  /** Label of what is set; absent while the filter is not set. */
  value: string | undefined;
  onClear: () => void;
}

/** A filter that a link has set; it can only be removed. */
export function LinkFilterChip({ label, value, onClear }: LinkFilterChipProps) {
  if (value === undefined) return null;
  return (
    <FilterChip label={label} value={value} onClear={onClear}>
      {() => value}
    </FilterChip>
  );
}
