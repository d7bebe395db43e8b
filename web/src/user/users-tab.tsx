import { listUsers } from '@dasbor/contract/user';
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
import { useAllRoles } from './role-options.ts';
import { type StatusFilter, listStatusOptions, toStatusQuery } from './status-filter.ts';
import { UserMenu } from './user-menu.tsx';

/** The users, searched and filtered. */
export function UsersTab() {
  const t = messages();
  const [q, setQ] = useState('');
  const [status, setStatus] = useState<StatusFilter>('present');
  const [role, setRole] = useState<string | null>(null);
  const roles = useAllRoles();
  const options = listStatusOptions();
  const query = { ...(q === '' ? {} : { q }), ...toStatusQuery(status), ...(role === null ? {} : { role }) };
  const users = useInfiniteQuery({ ...buildPagesQuery(listUsers, { query }), meta: { quiet: true } });
  const download = () =>
    void downloadCsv(listUsers, { query, file_name: 'users.csv' }).catch((error: unknown) =>
      showError(toProblem(error).detail),
    );
  return (
    <>
      <Group gap="sm" mb="md" align="flex-end">
        <SearchField label={t.users.search} value={q} onChange={setQ} />
        <SelectField
          label={t.users.status}
          options={options}
          value={options.find(({ id }) => id === status) ?? null}
          onChange={(one) => setStatus(one?.id ?? 'present')}
        />
        <SelectField
          label={t.columns.role}
          options={roles}
          clearable
          value={roles.find(({ id }) => id === role) ?? null}
          onChange={(one) => setRole(one?.id ?? null)}
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
        onClear={() => {
          setQ('');
          setStatus('present');
          setRole(null);
        }}
      />
    </>
  );
}
