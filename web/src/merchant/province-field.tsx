import { listRegions } from '@dasbor/contract/region';
import { useQuery } from '@tanstack/react-query';
import { buildQuery } from '../api/query.ts';
import { SelectField } from '../ui/select-field.tsx';
import { messages } from './messages.ts';

interface ProvinceFieldProps {
  value: string | null;
  onChange: (code: string | null) => void;
}

/** The province of a merchant, by name. */
export function ProvinceField({ value, onChange }: ProvinceFieldProps) {
  const regions = useQuery({ ...buildQuery(listRegions, { query: {} }), meta: { quiet: true } });
  const provinces = regions.data?.data ?? [];
  return (
    <SelectField
      label={messages().fields.province}
      clearable
      searchable
      options={provinces}
      value={provinces.find(({ code }) => code === value) ?? null}
      onChange={(item) => onChange(item?.code ?? null)}
    />
  );
}
