import { roleLabel } from '@dasbor/contract/labels';
import { endMerchantUserSessions, listMerchantUsers } from '@dasbor/contract/merchant-view';
import type { MerchantUser } from '@dasbor/contract/user';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { useMay } from '../api/signed-in.ts';
import { type Column, STATUS, TIME, instantOr } from '../ui/column.tsx';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { Quiet, RowCard } from '../ui/row-card.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import classes from './merchant.module.css';
import { messages } from './messages.ts';
import { useMerchantChange } from './mutations.ts';
import { PanelList } from './panel-list.tsx';
import { sectionMessages } from './section-messages.ts';

/** The users of the merchant. */
export function UsersTab({ merchant_id }: { merchant_id: string }) {
  const t = messages();
  return (
    <PanelList
      route={listMerchantUsers}
      input={{ params: { merchant_id }, query: {} }}
      label={t.tabs.users}
      empty={sectionMessages().lists.no_users}
      columns={buildColumns(merchant_id)}
      renderCard={(user) => (
        <RowCard>
          <Name user={user} />
          <UserStatus status={user.status} />
          <Quiet>{formatRole(user)}</Quiet>
          <Quiet>{instantOr(user.last_login_at)}</Quiet>
          <SignOut merchant_id={merchant_id} user={user} />
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
    { ...TIME, id: 'last_login', label: t.last_login, priority: 3, render: (user) => instantOr(user.last_login_at) },
    {
      id: 'actions',
      label: t.actions,
      head: '',
      width_px: 116,
      is_pinned: true,
      render: (user) => <SignOut merchant_id={merchant_id} user={user} />,
    },
  ];
}

const Name = ({ user: { name, email } }: { user: MerchantUser }) => (
  <div className={classes.name}>
    <span title={name}>{name}</span>
    <Text span c="dimmed" fz="xs" title={email}>
      {email}
    </Text>
  </div>
);

const MEANINGS = { active: 'done', suspended: 'attention', removed: 'over' } as const;

const UserStatus = ({ status }: Pick<MerchantUser, 'status'>) => (
  <StatusChip status={status} meaning={MEANINGS[status]} label={sectionMessages().lists.user_statuses[status]} />
);

/** Ends the sessions of a user at this merchant. */
function SignOut({ merchant_id, user }: { merchant_id: string; user: MerchantUser }) {
  const t = sectionMessages().lists;
  const may_manage = useMay('Merchant status', 'manage');
  const [is_asking, setAsking] = useState(false);
  const end = useMerchantChange(() => call(endMerchantUserSessions, { params: { merchant_id, id: user.id } }), {
    done: t.signed_out,
    onDone: () => setAsking(false),
  });
  if (!may_manage) return null;
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
        {t.sign_out}
      </Button>
      <ConfirmModal
        opened={is_asking}
        title={t.sign_out_title(user.name)}
        confirm={t.sign_out}
        is_busy={end.isPending}
        onConfirm={() => end.mutate(undefined)}
        onClose={() => setAsking(false)}
      >
        {t.sign_out_line}
      </ConfirmModal>
    </>
  );
}
