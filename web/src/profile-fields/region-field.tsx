import { listRegions } from '@dasbor/contract/region';
import { useQuery } from '@tanstack/react-query';
import { buildQuery } from '../api/query.ts';
import type { FieldProps } from '../ui/field-label.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { messages } from './messages.ts';

export interface RegionFieldProps extends FieldProps {
  /** Code of the region above; null while it is not chosen, undefined for provinces. */
  parent: string | null | undefined;
  value: string | null;
  onChange: (code: string | null) => void;
}

/** A province, or a region inside the one above. */
export function RegionField({ parent, value, onChange, disabled, ...rest }: RegionFieldProps) {
  const { data } = useQuery({
    ...buildQuery(listRegions, { query: parent === undefined || parent === null ? {} : { parent } }),
    enabled: parent !== null,
    staleTime: Infinity,
  });
  const options = parent === null ? [] : toUnique(data?.data ?? []);
  return (
    <SelectField
      {...rest}
      searchable
      clearable={rest.required !== true}
      disabled={disabled === true || parent === null}
      {...(parent === null ? { description: messages().choose_above } : {})}
      options={options}
      value={options.find(({ code }) => code === value) ?? null}
      onChange={(item) => onChange(item?.code ?? null)}
    />
  );
}

/** Two villages of a district may have one name; the code distinguishes them. */
function toUnique(regions: readonly { code: string; name: string }[]) {
  const counts = new Map<string, number>();
  for (const { name } of regions) counts.set(name, (counts.get(name) ?? 0) + 1);
  return regions.map(({ code, name }) => ({ code, name: counts.get(name) === 1 ? name : `${name} (${code})` }));
}
