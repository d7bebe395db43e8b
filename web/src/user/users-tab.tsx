import { type MerchantUser, listUsers } from '@dasbor/contract/user';
import { Button, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { downloadCsv } from '../api/download.ts';
import { toProblem } from '../api/problem.ts';
import { buildPagesQuery } from '../api/query.ts';
import { type Column, STATUS, TIME, instantOr, textOr } from '../ui/column.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { PanelTable } from '../ui/panel-table.tsx';
import { Panel } from '../ui/panel.tsx';
import { Quiet, RowCard } from '../ui/row-card.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { showError } from '../ui/toast.ts';
import { messages } from './messages.ts';
import { formatRole } from './role-options.ts';
import { UserMenu } from './user-menu.tsx';
import classes from './user.module.css';

type StatusFilter = 'present' | 'active' | 'suspended' | 'removed';
const STATUSES: readonly StatusFilter[] = ['present', 'active', 'suspended', 'removed'];

/** The users, searched and filtered. */
export function UsersTab() {
  const t = messages();
  const [q, setQ] = useState('');
  const [status, setStatus] = useState<StatusFilter>('present');
  const options = STATUSES.map((one) => ({ id: one, name: t.users.statuses[one] }));
  const query = { ...(q === '' ? {} : { q }), ...(status === 'present' ? {} : { status: [status] }) };
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
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={download}>
          {t.download}
        </Button>
      </Group>
      {users.isPending && <ListSkeleton rows={7} />}
      {users.isError && users.data === undefined && (
        <FailedState detail={users.error.message} onRetry={() => void users.refetch()} />
      )}
      {users.data !== undefined && (
        <Panel flush>
          <UserTable
            rows={users.data.pages.flatMap(({ data }) => data)}
            onClear={() => {
              setQ('');
              setStatus('present');
            }}
          />
        </Panel>
      )}
      {users.hasNextPage && (
        <Group justify="center" mt="md">
          <Button variant="default" loading={users.isFetchingNextPage} onClick={() => void users.fetchNextPage()}>
            {t.more}
          </Button>
        </Group>
      )}
    </>
  );
}

function UserTable({ rows, onClear }: { rows: MerchantUser[]; onClear: () => void }) {
  const t = messages();
  if (rows.length === 0) {
    const clear = (
      <Button variant="default" onClick={onClear}>
        {t.users.clear}
      </Button>
    );
    return <EmptyState title={t.users.empty} action={clear} />;
  }
  return (
    <PanelTable
      label={t.users.label}
      columns={listColumns()}
      rows={rows}
      keyOf={({ id }) => id}
      renderCard={(user) => (
        <RowCard>
          <Name user={user} />
          <UserMenu user={user} />
          <Quiet>{formatRole(user)}</Quiet>
          <UserStatus status={user.status} />
          <Quiet>{instantOr(user.last_login_at)}</Quiet>
        </RowCard>
      )}
    />
  );
}

function listColumns(): Column<MerchantUser>[] {
  const t = messages();
  return [
    { id: 'name', label: t.columns.name, width_px: 240, render: (user) => <Name user={user} /> },
    { id: 'role', label: t.columns.role, width_px: 130, is_whole: true, render: formatRole },
    { ...STATUS, id: 'status', label: t.columns.status, render: ({ status }) => <UserStatus status={status} /> },
    {
      id: 'second_factor',
      label: t.columns.second_factor,
      width_px: 110,
      priority: 2,
      render: ({ has_second_factor }) => (has_second_factor ? t.users.on : t.users.off),
    },
    {
      ...TIME,
      id: 'last_login',
      label: t.columns.last_login,
      priority: 3,
      render: ({ last_login_at }) => instantOr(last_login_at),
    },
    {
      id: 'invited_by',
      label: t.columns.invited_by,
      width_px: 150,
      priority: 1,
      render: ({ invited_by }) => textOr(invited_by),
    },
    {
      id: 'menu',
      label: t.columns.actions,
      head: '',
      width_px: 52,
      is_pinned: true,
      render: (user) => <UserMenu user={user} />,
    },
  ];
}

const Name = ({ user: { name, email, is_own } }: { user: MerchantUser }) => (
  <div className={classes.name}>
    <span title={name}>
      {name}
      {is_own && (
        <Text span c="dimmed" fz="sm">
          {' '}
          ({messages().you})
        </Text>
      )}
    </span>
    <span className={classes.email} title={email}>
      {email}
    </span>
  </div>
);

const MEANINGS = { active: 'done', suspended: 'attention', removed: 'over' } as const;

const UserStatus = ({ status }: { status: MerchantUser['status'] }) => (
  <StatusChip status={status} meaning={MEANINGS[status]} label={messages().users.statuses[status]} />
);
