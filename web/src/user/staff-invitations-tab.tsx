import { listStaffInvitations, resendStaffInvitation, revokeStaffInvitation } from '@dasbor/contract/staff';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../api/call.ts';
import { buildPagesQuery } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { InvitationList } from './invitation-list.tsx';
import { messages } from './messages.ts';

/** The invitations of the staff of the provider. */
export function StaffInvitationsTab({ invite }: { invite: ReactNode }) {
  const invitations = useInfiniteQuery({ ...buildPagesQuery(listStaffInvitations, {}), meta: { quiet: true } });
  return (
    <InvitationList
      query={invitations}
      rows={invitations.data?.pages.flatMap(({ data }) => data)}
      empty_line={messages().staff.no_invitations}
      invite={invite}
      may_manage={useHasAccess('Staff', 'manage')}
      resend={(id) => call(resendStaffInvitation, { params: { id } })}
      revoke={(id) => call(revokeStaffInvitation, { params: { id } })}
    />
  );
}
