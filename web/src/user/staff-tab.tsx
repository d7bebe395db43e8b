import { listStaff } from '@dasbor/contract/staff';
import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { downloadCsv } from '../api/download.ts';
import { toProblem } from '../api/problem.ts';
import { buildPagesQuery } from '../api/query.ts';
import { useListFilter } from '../list/use-list-filter.ts';
import { SearchField } from '../ui/search-field.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { showError } from '../ui/toast.ts';
import { SECOND_FACTORS, STAFF_FILTER, getStatus, toStatusPart } from './filter.ts';
import { messages } from './messages.ts';
import { PeopleList } from './people-list.tsx';
import { listStaffRoles } from './role-options.ts';
import { StaffMenu } from './staff-menu.tsx';
import { listStatusOptions, toStatusQuery } from './status-filter.ts';

type Filter = typeof STAFF_FILTER.NO_FILTER;

const toQuery = ({ q, role, second_factor: [second_factor], ...filter }: Filter) => ({
  ...(q === '' ? {} : { q }),
  ...toStatusQuery(getStatus(filter)),
  ...(role.length === 0 ? {} : { role }),
  ...(second_factor === undefined ? {} : { second_factor }),
});

/** The staff of the provider, searched and filtered. */
export function StaffTab() {
  const t = messages();
  const [filter, change] = useListFilter('/users', STAFF_FILTER);
  const query = toQuery(filter);
  const statuses = listStatusOptions();
  const roles = listStaffRoles();
  const factors = SECOND_FACTORS.map((id) => ({ id, name: t.users[id] }));
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
          value={statuses.find(({ id }) => id === getStatus(filter)) ?? null}
          onChange={(one) => change(toStatusPart(one?.id))}
        />
        <SelectField
          label={t.columns.role}
          options={roles}
          clearable
          value={roles.find(({ id }) => id === filter.role[0]) ?? null}
          onChange={(one) => change({ role: one === null ? [] : [one.id] })}
        />
        <SelectField
          label={t.columns.second_factor}
          options={factors}
          clearable
          value={factors.find(({ id }) => id === filter.second_factor[0]) ?? null}
          onChange={(one) => change({ second_factor: one === null ? [] : [one.id] })}
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
        onClear={() => change(STAFF_FILTER.cleared(filter))}
      />
    </>
  );
}
