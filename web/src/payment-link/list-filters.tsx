import { listLinkCreators } from '@dasbor/contract/payment-link';
import { Checkbox, Loader, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { buildQuery } from '../api/query.ts';
import { FilterChip } from '../ui/filter-chip.tsx';
import type { LinkFilter } from './filter.ts';
import { messages } from './messages.ts';

interface FilterPart {
  filter: LinkFilter;
  onChange: (part: Partial<LinkFilter>) => void;
}

/** Filters by the user or API key that created the link. */
export function CreatorFilter({ filter, onChange }: FilterPart) {
  const t = messages();
  const creators = useQuery({ ...buildQuery(listLinkCreators), meta: { quiet: true } });
  const chosen = filter.created_by === '' ? [] : filter.created_by.split(',');
  const names = creators.data?.data
    .filter((each) => chosen.includes(each.created_by))
    .map((each) => each.created_by_name);
  const label = (chosen.length === 1 ? names?.[0] : undefined) ?? t.list.selected(chosen.length);
  return (
    <FilterChip
      label={t.columns.created_by}
      value={chosen.length === 0 ? undefined : label}
      onClear={() => onChange({ created_by: '' })}
    >
      {() =>
        creators.data === undefined ? (
          creators.isError ? (
            <Text c="dimmed">{t.list.creators_failed}</Text>
          ) : (
            <Loader size={18} aria-label={t.list.loading} />
          )
        ) : (
          <Checkbox.Group
            aria-label={t.columns.created_by}
            value={chosen}
            onChange={(next) => onChange({ created_by: next.join(',') })}
          >
            <Stack gap={8} miw={180}>
              {creators.data.data.length === 0 && <Text c="dimmed">{t.list.no_creators}</Text>}
              {creators.data.data.map(({ created_by, created_by_name }) => (
                <Checkbox
                  key={created_by}
                  size="sm"
                  value={created_by}
                  label={created_by_name}
                  // The URL of the screen holds at most three ids.
                  disabled={chosen.length >= 3 && !chosen.includes(created_by)}
                />
              ))}
            </Stack>
          </Checkbox.Group>
        )
      }
    </FilterChip>
  );
}
