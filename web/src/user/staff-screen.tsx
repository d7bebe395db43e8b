import { Button, Tabs } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useHasAccess } from '../api/signed-in.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { InviteStaffModal } from './invite-staff-modal.tsx';
import { messages } from './messages.ts';
import { StaffInvitationsTab } from './staff-invitations-tab.tsx';
import { StaffTab } from './staff-tab.tsx';

/** Staff of the provider and their invitations. */
export function StaffScreen() {
  const t = messages();
  const navigate = useNavigate();
  const may_manage = useHasAccess('Staff', 'manage');
  const given = useSearch({ strict: false })['tab'];
  const tab = given === 'invitations' ? 'invitations' : 'staff';
  const [is_inviting, setInviting] = useState(false);
  const startInviting = () => setInviting(true);
  return (
    <>
      <PageHeader
        title={t.staff.title}
        line={t.staff.line}
        tabs={
          <Tabs
            value={tab}
            onChange={(next) =>
              void navigate({ to: '/users', search: next === 'invitations' ? { tab: 'invitations' } : {} })
            }
          >
            <Tabs.List>
              <Tabs.Tab value="staff">{t.staff.title}</Tabs.Tab>
              <Tabs.Tab value="invitations">{t.tabs.invitations}</Tabs.Tab>
            </Tabs.List>
          </Tabs>
        }
        actions={
          <ActionButton
            disabled_reason={may_manage ? undefined : t.staff.denied}
            leftSection={<IconUserPlus size={16} aria-hidden />}
            onClick={startInviting}
          >
            {t.staff.invite}
          </ActionButton>
        }
      />
      {tab === 'staff' ? (
        <StaffTab />
      ) : (
        <StaffInvitationsTab invite={may_manage && <Button onClick={startInviting}>{t.staff.invite}</Button>} />
      )}
      {is_inviting && <InviteStaffModal onClose={() => setInviting(false)} />}
    </>
  );
}
