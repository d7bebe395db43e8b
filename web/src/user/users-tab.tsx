import { listUsers } from '@dasbor/contract/user';
import { useInfiniteQuery } from '@tanstack/react-query';
import { buildPagesQuery } from '../api/query.ts';
import { DownloadButton } from '../list/download-button.tsx';
import { OptionChip } from '../list/option-chip.tsx';
import { SavedViews } from '../list/saved-views.tsx';
import { useListFilter } from '../list/use-list-filter.ts';
import { USER_FILTER, getStatus, toStatusFilter } from './filter.ts';
import { messages } from './messages.ts';
import { PeopleFilters, StatusFilterChip } from './people-filters.tsx';
import { PeopleList } from './people-list.tsx';
import { useAllRoles } from './role-options.ts';
import { toStatusQuery } from './status-filter.ts';
import { UserMenu } from './user-menu.tsx';

/** The users, searched and filtered. */
export function UsersTab() {
  const t = messages();
  const [filter, change] = useListFilter('/users', USER_FILTER);
  const { q, role } = filter;
  const status = getStatus(filter);
  const roles = useAllRoles();
  const query = { ...(q === '' ? {} : { q }), ...toStatusQuery(status), ...(role === '' ? {} : { role }) };
  const users = useInfiniteQuery({ ...buildPagesQuery(listUsers, { query }), meta: { quiet: true } });
  return (
    <>
      <PeopleFilters
        q={q}
        is_filtered={USER_FILTER.isFiltered(filter)}
        onSearch={(text) => change({ q: text })}
        onClear={() => change(USER_FILTER.cleared(filter))}
        action={<DownloadButton route={listUsers} input={{ query }} file_name="users" />}
      >
        <StatusFilterChip status={status} onChange={(one) => change(toStatusFilter(one))} />
        <OptionChip
          label={t.columns.role}
          options={roles}
          selected={role === '' ? undefined : role}
          onChange={(id) => change({ role: id ?? '' })}
        />
        <SavedViews list="users" form={USER_FILTER} filter={filter} onChange={change} />
      </PeopleFilters>
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
