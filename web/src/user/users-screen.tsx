import { Button, Tabs } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useHasAccess } from '../api/signed-in.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { InvitationsTab } from './invitations-tab.tsx';
import { InviteModal } from './invite-modal.tsx';
import { messages } from './messages.ts';
import { RoleModal } from './role-modal.tsx';
import { RolesTab } from './roles-tab.tsx';
import { UsersTab } from './users-tab.tsx';

const TABS = ['users', 'invitations', 'roles'] as const;

/** Users of the merchant, their invitations and roles. */
export function UsersScreen() {
  const t = messages();
  const navigate = useNavigate();
  const may_manage = useHasAccess('Users', 'manage');
  const given = useSearch({ strict: false })['tab'];
  const tab = TABS.find((one) => one === given) ?? 'users';
  const [is_inviting, setInviting] = useState(false);
  const [is_creating, setCreating] = useState(false);
  const reason = may_manage ? undefined : t.denied;
  return (
    <>
      <PageHeader
        title={t.title}
        line={t.line}
        tabs={
          <Tabs
            value={tab}
            onChange={(next) =>
              void navigate({ to: '/users', search: next === 'users' || next === null ? {} : { tab: next } })
            }
          >
            <Tabs.List>
              {TABS.map((one) => (
                <Tabs.Tab key={one} value={one}>
                  {t.tabs[one]}
                </Tabs.Tab>
              ))}
            </Tabs.List>
          </Tabs>
        }
        actions={
          tab === 'roles' ? (
            <ActionButton disabled_reason={reason} onClick={() => setCreating(true)}>
              {t.roles.create}
            </ActionButton>
          ) : (
            <ActionButton
              disabled_reason={reason}
              leftSection={<IconUserPlus size={16} aria-hidden />}
              onClick={() => setInviting(true)}
            >
              {t.invite.button}
            </ActionButton>
          )
        }
      />
      {tab === 'users' && <UsersTab />}
      {tab === 'invitations' && (
        <InvitationsTab invite={may_manage && <Button onClick={() => setInviting(true)}>{t.invite.button}</Button>} />
      )}
      {tab === 'roles' && <RolesTab />}
      {is_inviting && <InviteModal onClose={() => setInviting(false)} />}
      {is_creating && <RoleModal edited={null} onClose={() => setCreating(false)} />}
    </>
  );
}
