import { addAccountGroupMember } from '@dasbor/contract/account-group';
import { toBusinessDay } from '@dasbor/contract/time';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { useMay } from '../api/signed-in.ts';
import { type Choice, GroupField } from '../list/lookup-fields.tsx';
import { formMessages } from './form-messages.ts';
import { messages } from './messages.ts';

/** Adds a merchant to a group from today. Returns why it was refused; null: it is a member. */
export async function joinGroup(id: string, merchant_id: string): Promise<string | null> {
  const effective_from = toBusinessDay(new Date());
  try {
    await call(addAccountGroupMember, { params: { id }, body: { merchant_id, effective_from, ends_other: false } });
    return null;
  } catch (error) {
    return toProblem(error).detail;
  }
}

interface JoinGroupFieldProps {
  value: Choice | null;
  onChange: (group: Choice | null) => void;
}

/** The account group of a new merchant, for people who may change groups. */
export const JoinGroupField = (props: JoinGroupFieldProps) =>
  useMay('Account Groups', 'manage') ? (
    <GroupField {...props} label={messages().fields.account_groups} description={formMessages().form.group_hint} />
  ) : null;
