import { listStaff } from '@dasbor/contract/staff';
import { useInfiniteQuery } from '@tanstack/react-query';
import { buildPagesQuery } from '../api/query.ts';
import { DownloadButton } from '../list/download-button.tsx';
import { OptionChip } from '../list/option-chip.tsx';
import { SavedViews } from '../list/saved-views.tsx';
import { useListFilter } from '../list/use-list-filter.ts';
import { SECOND_FACTORS, STAFF_FILTER, getStatus, toStatusFilter } from './filter.ts';
import { messages } from './messages.ts';
import { PeopleFilters, StatusFilterChip } from './people-filters.tsx';
import { PeopleList } from './people-list.tsx';
import { listStaffRoles } from './role-options.ts';
import { StaffMenu } from './staff-menu.tsx';
import { toStatusQuery } from './status-filter.ts';

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
  const staff = useInfiniteQuery({ ...buildPagesQuery(listStaff, { query }), meta: { quiet: true } });
  return (
    <>
      <PeopleFilters
        q={filter.q}
        is_filtered={STAFF_FILTER.isFiltered(filter)}
        onSearch={(q) => change({ q })}
        onClear={() => change(STAFF_FILTER.cleared(filter))}
        action={<DownloadButton route={listStaff} input={{ query }} file_name="staff" />}
      >
        <StatusFilterChip status={getStatus(filter)} onChange={(one) => change(toStatusFilter(one))} />
        <OptionChip
          label={t.columns.role}
          options={listStaffRoles()}
          selected={filter.role[0]}
          onChange={(id) => change({ role: id === undefined ? [] : [id] })}
        />
        <OptionChip
          label={t.columns.second_factor}
          options={SECOND_FACTORS.map((id) => ({ id, name: t.users[id] }))}
          selected={filter.second_factor[0]}
          onChange={(id) => change({ second_factor: id === undefined ? [] : [id] })}
        />
        <SavedViews list="staff" form={STAFF_FILTER} filter={filter} onChange={change} />
      </PeopleFilters>
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
