import { INDUSTRIES, INDUSTRY_LABELS, type Industry } from '@dasbor/contract/industry';
import { currentLanguage } from '../ui/define-messages.ts';
import { SelectField } from '../ui/select-field.tsx';

export interface IndustryFieldProps {
  label: string;
  value: Industry | null;
  onChange: (industry: Industry | null) => void;
}

/** The industry of a merchant. */
export function IndustryField({ label, value, onChange }: IndustryFieldProps) {
  const options = INDUSTRIES.map((id) => ({ id, name: INDUSTRY_LABELS[id][currentLanguage()] }));
  return (
    <SelectField
      label={label}
      searchable
      clearable
      options={options}
      value={options.find(({ id }) => id === value) ?? null}
      onChange={(item) => onChange(item?.id ?? null)}
    />
  );
}
