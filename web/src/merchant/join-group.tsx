import { addAccountGroupMember, endAccountGroupMember, listAccountGroupMembers } from '@dasbor/contract/account-group';
import { toBusinessDay } from '@dasbor/contract/time';
import { call } from '../api/call.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { type Choice, GroupField } from '../list/lookup-fields.tsx';
import { formMessages } from './form-messages.ts';
import { messages } from './messages.ts';

/** Adds a merchant to a group from today; its membership in another group of that type ends. */
export const joinGroup = (id: string, merchant_id: string) =>
  call(addAccountGroupMember, {
    params: { id },
    body: { merchant_id, effective_from: toBusinessDay(new Date()), ends_other: true },
  });

/** Ends the membership of a merchant today. */
export async function leaveGroup(id: string, merchant_id: string): Promise<void> {
  let cursor: string | undefined;
  do {
    const page: { data: { id: string; merchant: { id: string } }[]; next_cursor: string | null } = await call(
      listAccountGroupMembers,
      { params: { id }, query: { state: ['current'], limit: 100, cursor } },
    );
    const member = page.data.find(({ merchant }) => merchant.id === merchant_id);
    if (member !== undefined) {
      const body = { effective_to: toBusinessDay(new Date()) };
      await call(endAccountGroupMember, { params: { id, member_id: member.id }, body });
      return;
    }
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
}

interface JoinGroupFieldProps {
  value: Choice | null;
  error: string | null;
  onChange: (group: Choice | null) => void;
}

/** The account group of a merchant, for people who may change groups. */
export const JoinGroupField = (props: JoinGroupFieldProps) =>
  useHasAccess('Account Groups', 'manage') ? (
    <GroupField {...props} label={messages().fields.account_groups} description={formMessages().form.group_hint} />
  ) : null;
