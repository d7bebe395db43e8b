import type { ProviderRole } from '@dasbor/contract/access';
import { listStaff } from '@dasbor/contract/staff';
import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { downloadCsv } from '../api/download.ts';
import { toProblem } from '../api/problem.ts';
import { buildPagesQuery } from '../api/query.ts';
import { SearchField } from '../ui/search-field.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { showError } from '../ui/toast.ts';
import { messages } from './messages.ts';
import { PeopleList } from './people-list.tsx';
import { listStaffRoles } from './role-options.ts';
import { StaffMenu } from './staff-menu.tsx';
import { type StatusFilter, listStatusOptions, toStatusQuery } from './status-filter.ts';

interface Filter {
  q: string;
  status: StatusFilter;
  role: ProviderRole | null;
  second_factor: 'on' | 'off' | null;
}
const NO_FILTER: Filter = { q: '', status: 'present', role: null, second_factor: null };

const toQuery = ({ q, status, role, second_factor }: Filter) => ({
  ...(q === '' ? {} : { q }),
  ...toStatusQuery(status),
  ...(role === null ? {} : { role: [role] }),
  ...(second_factor === null ? {} : { second_factor }),
});

/** The staff of the provider, searched and filtered. Give it its search as key: a link starts with one. */
export function StaffTab({ q }: { q: string }) {
  const t = messages();
  const [filter, setFilter] = useState({ ...NO_FILTER, q });
  const change = (part: Partial<Filter>) => setFilter((before) => ({ ...before, ...part }));
  const query = toQuery(filter);
  const statuses = listStatusOptions();
  const roles = listStaffRoles();
  const factors = (['on', 'off'] as const).map((id) => ({ id, name: t.users[id] }));
  const staff = useInfiniteQuery({ ...buildPagesQuery(listStaff, { query }), meta: { quiet: true } });
  const download = () =>
    void downloadCsv(listStaff, { query, file_name: 'staff.csv' }).catch((error: unknown) =>
      showError(toProblem(error).detail),
    );
  return (
    <>
      <Group gap="sm" mb="md" align="flex-end">
        <SearchField label={t.users.search} value={filter.q} onChange={(q) => change({ q })} />
        <SelectField
          label={t.users.status}
          options={statuses}
          value={statuses.find(({ id }) => id === filter.status) ?? null}
          onChange={(one) => change({ status: one?.id ?? 'present' })}
        />
        <SelectField
          label={t.columns.role}
          options={roles}
          clearable
          value={roles.find(({ id }) => id === filter.role) ?? null}
          onChange={(one) => change({ role: one?.id ?? null })}
        />
        <SelectField
          label={t.columns.second_factor}
          options={factors}
          clearable
          value={factors.find(({ id }) => id === filter.second_factor) ?? null}
          onChange={(one) => change({ second_factor: one?.id ?? null })}
        />
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={download}>
          {t.download}
        </Button>
      </Group>
      <PeopleList
        query={staff}
        rows={staff.data?.pages.flatMap(({ data }) => data)}
        label={t.staff.title}
        renderMenu={(person) => <StaffMenu person={person} />}
        onClear={() => setFilter(NO_FILTER)}
      />
    </>
  );
}
