import { listRegions } from '@dasbor/contract/region';
import { ScrollArea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { buildQuery } from '../api/query.ts';
import { ChoiceEditor } from '../list/choice-editor.tsx';
import { formatChoices } from '../list/filter-labels.ts';
import { FilterChip } from '../ui/filter-chip.tsx';
import { messages } from './messages.ts';

interface ProvinceFilterProps {
  /** Codes, separated by commas. */
  value: string;
  onChange: (value: string) => void;
}

/** Filter by provinces. */
export function ProvinceFilter({ value, onChange }: ProvinceFilterProps) {
  const label = messages().fields.province;
  const provinces = useQuery({ ...buildQuery(listRegions, { query: {} }), meta: { quiet: true } });
  const regions = provinces.data?.data ?? [];
  const getName = (code: string): string => regions.find((region) => region.code === code)?.name ?? code;
  const selected = value === '' ? [] : value.split(',');
  return (
    <FilterChip label={label} value={formatChoices(selected, getName)} onClear={() => onChange('')}>
      {() => (
        <ScrollArea.Autosize mah={320} type="auto" offsetScrollbars>
          <ChoiceEditor
            label={label}
            values={regions.map(({ code }) => code)}
            selected={selected}
            onChange={(codes) => onChange(codes.join(','))}
            getLabel={getName}
          />
        </ScrollArea.Autosize>
      )}
    </FilterChip>
  );
}
