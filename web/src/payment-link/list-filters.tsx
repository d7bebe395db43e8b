import { listLinkCreators } from '@dasbor/contract/payment-link';
import { Button, Checkbox, Group, Loader, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { buildQuery } from '../api/query.ts';
import { formatRange } from '../list/filter-labels.ts';
import { RangeEditor } from '../list/range-editor.tsx';
import { resolvePreset } from '../list/range-presets.ts';
import { FilterChip } from '../ui/filter-chip.tsx';
import type { LinkFilter } from './filter.ts';

interface FilterPart {
  filter: LinkFilter;
  onChange: (part: Partial<LinkFilter>) => void;
}

const EXPIRES = [['expires_at', 'Expires']] as const;
/** Ranges that lie ahead, which other lists have no use for. */
const SOON = [
  { label: 'Next 24 hours', hours: 24 },
  { label: 'Next 7 days', hours: 168 },
] as const;

const comingHours = (hours: number, now: Date) => ({
  expires_from: now.toISOString(),
  expires_to: new Date(now.getTime() + hours * 3_600_000).toISOString(),
});

/** When links end: a range of its own, beside that of when they were made. */
export function ExpiryFilter({ filter, onChange }: FilterPart) {
  const ends = {
    date_field: 'expires_at',
    from: filter.expires_from || undefined,
    to: filter.expires_to || undefined,
  };
  return (
    <FilterChip
      label="Expires"
      value={formatRange(ends)}
      onClear={() => onChange({ expires_from: '', expires_to: '' })}
    >
      {(close) => (
        <Stack gap="sm">
          <Group gap={6}>
            {SOON.map(({ label, hours }) => (
              <Button
                key={label}
                size="compact-sm"
                variant="default"
                onClick={() => {
                  onChange(comingHours(hours, new Date()));
                  close();
                }}
              >
                {label}
              </Button>
            ))}
          </Group>
          <RangeEditor
            filter={ends}
            dates={EXPIRES}
            onClose={close}
            onChange={({ range, from, to }) => {
              const chosen = range === undefined ? { from, to } : resolvePreset(range);
              onChange({ expires_from: chosen.from ?? '', expires_to: chosen.to ?? '' });
            }}
          />
        </Stack>
      )}
    </FilterChip>
  );
}

/** Who made them: the people and keys that have made any. */
export function CreatorFilter({ filter, onChange }: FilterPart) {
  const creators = useQuery({ ...buildQuery(listLinkCreators), meta: { quiet: true } });
  const chosen = filter.created_by === '' ? [] : filter.created_by.split(',');
  const names = creators.data?.data
    .filter((each) => chosen.includes(each.created_by))
    .map((each) => each.created_by_name);
  const words = chosen.length === 1 ? (names?.[0] ?? '1 chosen') : `${chosen.length} chosen`;
  return (
    <FilterChip
      label="Created by"
      value={chosen.length === 0 ? undefined : words}
      onClear={() => onChange({ created_by: '' })}
    >
      {() =>
        creators.data === undefined ? (
          creators.isError ? (
            <Text c="dimmed">The names could not be loaded.</Text>
          ) : (
            <Loader size={18} aria-label="Loading" />
          )
        ) : (
          <Checkbox.Group
            aria-label="Created by"
            value={chosen}
            onChange={(next) => onChange({ created_by: next.join(',') })}
          >
            <Stack gap={8} miw={180}>
              {creators.data.data.length === 0 && <Text c="dimmed">Nobody has made a link yet.</Text>}
              {creators.data.data.map(({ created_by, created_by_name }) => (
                <Checkbox
                  key={created_by}
                  size="sm"
                  value={created_by}
                  label={created_by_name}
                  // The address of the screen holds three ids.
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
