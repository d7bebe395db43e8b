import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSignedIn } from '../api/signed-in.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { GroupOverview } from './group-overview.tsx';
import { LISTS } from './lists.tsx';
import { MerchantListPart, type ObjectLink } from './merchant-list.tsx';
import { messages } from './messages.ts';

/** Home of shared users of an account group, each tab at its own address: `?tab=refunds`. */
export function GroupScreen({ renderOpen }: { renderOpen?: (link: ObjectLink) => ReactNode }) {
  const t = messages();
  const navigate = useNavigate();
  const { profile } = useSignedIn();
  const given = useSearch({ strict: false })['tab'];
  const shown = LISTS.find((name) => name === given) ?? 'overview';
  const title = profile?.group_name ?? '';
  return (
    <>
      <PageHeader
        title={title}
        line={t.group.line}
        tabs={
          <Tabs
            value={shown}
            onChange={(next) =>
              void navigate({ to: '/dashboard', search: next === null || next === 'overview' ? {} : { tab: next } })
            }
          >
            <Tabs.List aria-label={title}>
              {(['overview', ...LISTS] as const).map((name) => (
                <Tabs.Tab key={name} value={name}>
                  {t.lists[name]}
                </Tabs.Tab>
              ))}
            </Tabs.List>
          </Tabs>
        }
      />
      {shown === 'overview' ? <GroupOverview /> : <MerchantListPart key={shown} name={shown} renderOpen={renderOpen} />}
    </>
  );
}
