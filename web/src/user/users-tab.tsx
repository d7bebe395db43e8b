import { listUsers } from '@dasbor/contract/user';
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
import { USER_FILTER, getStatus, toStatusPart } from './filter.ts';
import { messages } from './messages.ts';
import { PeopleList } from './people-list.tsx';
import { useAllRoles } from './role-options.ts';
import { listStatusOptions, toStatusQuery } from './status-filter.ts';
import { UserMenu } from './user-menu.tsx';

/** The users, searched and filtered. */
export function UsersTab() {
  const t = messages();
  const [filter, change] = useListFilter('/users', USER_FILTER);
  const { q, role } = filter;
  const status = getStatus(filter);
  const roles = useAllRoles();
  const options = listStatusOptions();
  const query = { ...(q === '' ? {} : { q }), ...toStatusQuery(status), ...(role === '' ? {} : { role }) };
  const users = useInfiniteQuery({ ...buildPagesQuery(listUsers, { query }), meta: { quiet: true } });
  const download = () =>
    void downloadCsv(listUsers, { query, file_name: 'users.csv' }).catch((error: unknown) =>
      showError(toProblem(error).detail),
    );
  return (
    <>
      <Group gap="sm" mb="md" align="flex-end">
        <SearchField label={t.users.search} value={q} onChange={(text) => change({ q: text })} />
        <SelectField
          label={t.users.status}
          options={options}
          value={options.find(({ id }) => id === status) ?? null}
          onChange={(one) => change(toStatusPart(one?.id))}
        />
        <SelectField
          label={t.columns.role}
          options={roles}
          clearable
          value={roles.find(({ id }) => id === role) ?? null}
          onChange={(one) => change({ role: one?.id ?? '' })}
        />
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={download}>
          {t.download}
        </Button>
      </Group>
      <PeopleList
        query={users}
        rows={users.data?.pages.flatMap(({ data }) => data)}
        label={t.users.label}
        renderMenu={(user) => <UserMenu user={user} />}
        onClear={() => change(USER_FILTER.cleared(filter))}
      />
    </>
  );
}
