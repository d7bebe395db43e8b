import { listInvitations, resendInvitation, revokeInvitation } from '@dasbor/contract/invitation';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../api/call.ts';
import { buildPagesQuery } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { InvitationList } from './invitation-list.tsx';
import { messages } from './messages.ts';

/** The invitations of the merchant. */
export function InvitationsTab({ invite }: { invite: ReactNode }) {
  const invitations = useInfiniteQuery({ ...buildPagesQuery(listInvitations, {}), meta: { quiet: true } });
  return (
    <InvitationList
      query={invitations}
      rows={invitations.data?.pages.flatMap(({ data }) => data)}
      empty_line={messages().invitations.empty_line}
      invite={invite}
      may_manage={useHasAccess('Users', 'manage')}
      resend={(id) => call(resendInvitation, { params: { id } })}
      revoke={(id) => call(revokeInvitation, { params: { id } })}
    />
  );
}
