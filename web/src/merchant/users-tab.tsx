import { roleLabel } from '@dasbor/contract/labels';
import {
  endMerchantUserSessions,
  listMerchantUsers,
  resetMerchantUserSecondFactor,
} from '@dasbor/contract/merchant-view';
import type { MerchantUser } from '@dasbor/contract/user';
import { Menu, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { buildQueryKey } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { DownloadButton } from '../list/download-button.tsx';
import { type Column, STATUS, TIME, renderInstant } from '../ui/column.tsx';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { RowMenu } from '../ui/row-menu.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { NameLines } from '../ui/two-lines.tsx';
import { messages } from './messages.ts';
import { useMerchantChange } from './mutations.ts';
import { InviteOwnerButton, OwnerInvitationLine } from './owner-invitation.tsx';
import { PanelList } from './panel-list.tsx';
import { sectionMessages } from './section-messages.ts';

/** The users of the merchant; `?q=` searches them by name and email. */
export function UsersTab({ merchant_id }: { merchant_id: string }) {
  const t = messages();
  const { q = '' } = useSearch({ strict: false });
  const navigate = useNavigate();
  const query = q === '' ? {} : { q: q.slice(0, 100) };
  const search = (text: string) =>
    void navigate({ to: '.', search: (before) => ({ ...before, q: text }), replace: true, resetScroll: false });
  return (
    <PanelList
      route={listMerchantUsers}
      input={{ params: { merchant_id }, query }}
      label={t.tabs.users}
      actions={
        <>
          <SearchField label={sectionMessages().lists.search_users} value={q} onChange={search} width_px={240} />
          <DownloadButton
            size="compact-sm"
            route={listMerchantUsers}
            input={{ params: { merchant_id }, query }}
            file_name="users"
          />
          <InviteOwnerButton merchant_id={merchant_id} />
        </>
      }
      lead={<OwnerInvitationLine merchant_id={merchant_id} />}
      empty={q === '' ? sectionMessages().lists.no_users : sectionMessages().lists.no_user_found}
      columns={buildColumns(merchant_id)}
      renderCard={(user) => (
        <RowCard>
          <Name user={user} />
          <UserStatus status={user.status} />
          <SecondaryText>{formatRole(user)}</SecondaryText>
          <SecondaryText>{renderInstant(user.last_login_at)}</SecondaryText>
          <UserActions merchant_id={merchant_id} user={user} />
        </RowCard>
      )}
    />
  );
}

const formatRole = ({ role, role_name }: MerchantUser): string => role_name ?? roleLabel(role, currentLanguage());

function buildColumns(merchant_id: string): readonly Column<MerchantUser>[] {
  const t = sectionMessages().lists;
  return [
    { id: 'name', label: t.name, width_px: 230, render: (user) => <Name user={user} /> },
    { id: 'role', label: t.role, width_px: 130, render: formatRole },
    { ...STATUS, id: 'status', label: t.status, render: ({ status }) => <UserStatus status={status} /> },
    {
      id: 'second_factor',
      label: t.second_factor,
      width_px: 110,
      priority: 2,
      render: ({ has_second_factor }) => (has_second_factor ? t.on : t.off),
    },
    {
      ...TIME,
      id: 'last_login',
      label: t.last_login,
      priority: 3,
      render: (user) => renderInstant(user.last_login_at),
    },
    {
      id: 'actions',
      label: t.actions,
      head: '',
      width_px: 64,
      is_pinned: true,
      render: (user) => <UserActions merchant_id={merchant_id} user={user} />,
    },
  ];
}

const Name = ({ user: { name, email } }: { user: MerchantUser }) => (
  <NameLines>
    <span title={name}>{name}</span>
    <Text span c="dimmed" fz="xs" title={email}>
      {email}
    </Text>
  </NameLines>
);

const TONES = { active: 'success', suspended: 'warning', removed: 'neutral' } as const;

const UserStatus = ({ status }: Pick<MerchantUser, 'status'>) => (
  <StatusChip status={status} tone={TONES[status]} label={sectionMessages().lists.user_statuses[status]} />
);

type Action = 'sign_out' | 'reset_second_factor';

/** Security actions of the provider for a user of the merchant. */
function UserActions({ merchant_id, user }: { merchant_id: string; user: MerchantUser }) {
  const t = sectionMessages().lists;
  const may_manage = useHasAccess('Merchant status', 'manage');
  const client = useQueryClient();
  const [action, setAction] = useState<Action | null>(null);
  const params = { merchant_id, id: user.id };
  const on = { onDone: () => setAction(null) };
  const sign_out = useMerchantChange(() => call(endMerchantUserSessions, { params }), { ...on, done: t.signed_out });
  const reset = useMerchantChange(
    async () => {
      await call(resetMerchantUserSecondFactor, { params });
      await client.invalidateQueries({ queryKey: buildQueryKey(listMerchantUsers) });
    },
    { ...on, done: t.second_factor_reset },
  );
  if (!may_manage || user.status === 'removed') return null;
  const change = action === 'reset_second_factor' ? reset : sign_out;
  return (
    <>
      <RowMenu label={t.menu(user.name)}>
        <Menu.Item onClick={() => setAction('sign_out')}>{t.sign_out}</Menu.Item>
        {user.has_second_factor && (
          <Menu.Item onClick={() => setAction('reset_second_factor')}>{t.reset_second_factor}</Menu.Item>
        )}
      </RowMenu>
      {action !== null && (
        <ConfirmModal
          opened
          title={t[`${action}_title`](user.name)}
          confirm={t[action]}
          is_dangerous={action === 'reset_second_factor'}
          is_busy={change.isPending}
          onConfirm={() => change.mutate(undefined)}
          onClose={() => setAction(null)}
        >
          {t[`${action}_line`]}
        </ConfirmModal>
      )}
    </>
  );
}
