import { addAccountGroupMember, endAccountGroupMember } from '@dasbor/contract/account-group';
import type { AccountGroupDetail, AccountGroupMember } from '@dasbor/contract/account-group-fields';
import { addDays, toBusinessDay } from '@dasbor/contract/time';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { type Choice, MerchantField } from '../list/lookup-fields.tsx';
import { useNow } from '../ui/clock.ts';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { DateField } from '../ui/date-field.tsx';
import { FormModal } from '../ui/form-modal.tsx';
import { messages } from './messages.ts';
import { useGroupChange } from './mutations.ts';

/** The last day of a membership that no longer applies on a day. */
export const toLastDay = (effective_to: string): string => addDays(effective_to, -1);

/** Adds a merchant to the group from a day on. */
export function AddMemberModal({ group, onClose }: { group: AccountGroupDetail; onClose: () => void }) {
  const { members: t, required } = messages();
  const today = toBusinessDay(useNow(60_000));
  const [merchant, setMerchant] = useState<Choice | null>(null);
  const [day, setDay] = useState(today);
  const [ends_other, setEndsOther] = useState(false);
  const [is_tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const add = useGroupChange(
    (merchant_id: string) =>
      call(addAccountGroupMember, {
        params: { id: group.id },
        body: { merchant_id, effective_from: day, ends_other },
      }),
    { done: t.added, onDone: onClose, onRefused: setRefusal },
  );
  return (
    <FormModal
      title={t.add_title}
      submit={t.add}
      refusal={refusal}
      is_busy={add.isPending}
      onClose={onClose}
      onSubmit={() => {
        setTried(true);
        setRefusal(null);
        if (merchant !== null && day !== '') add.mutate(merchant.id);
      }}
    >
      <MerchantField
        label={t.merchant}
        required
        value={merchant}
        onChange={setMerchant}
        error={is_tried && merchant === null ? required : null}
      />
      <DateField
        label={t.first_day}
        required
        description={t.first_day_hint}
        value={day}
        onChange={setDay}
        min={today}
        error={day === '' ? required : null}
        touched={is_tried}
      />
      <Checkbox
        label={t.ends_other}
        checked={ends_other}
        onChange={(event) => setEndsOther(event.currentTarget.checked)}
      />
    </FormModal>
  );
}

interface EndProps {
  group_id: string;
  member: AccountGroupMember;
  onClose: () => void;
}

/** Ends a membership on a day, or withdraws one that has not begun. */
export const EndMemberModal = (props: EndProps) =>
  props.member.state === 'upcoming' ? <WithdrawModal {...props} /> : <EndModal {...props} />;

const useEnd = ({ group_id, member, onClose }: EndProps, onRefused: (detail: string) => void) =>
  useGroupChange(
    (effective_to: string) =>
      call(endAccountGroupMember, { params: { id: group_id, member_id: member.id }, body: { effective_to } }),
    { done: messages().members.ended, onDone: onClose, onRefused },
  );

function WithdrawModal(props: EndProps) {
  const t = messages().members;
  const [refusal, setRefusal] = useState<string | null>(null);
  const end = useEnd(props, setRefusal);
  const { member, onClose } = props;
  return (
    <ConfirmModal
      opened
      title={t.withdraw_title(member.merchant.brand_name)}
      confirm={t.withdraw}
      is_dangerous
      is_busy={end.isPending}
      onConfirm={() => end.mutate(member.effective_from)}
      onClose={onClose}
    >
      {refusal ?? t.withdraw_line}
    </ConfirmModal>
  );
}

function EndModal(props: EndProps) {
  const { members: t, required } = messages();
  const today = toBusinessDay(useNow(60_000));
  const [last_day, setLastDay] = useState(today);
  const [is_now, setNow] = useState(false);
  const [is_tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const end = useEnd(props, setRefusal);
  return (
    <FormModal
      title={t.end_title(props.member.merchant.brand_name)}
      submit={t.end}
      refusal={refusal}
      is_busy={end.isPending}
      onClose={props.onClose}
      onSubmit={() => {
        setTried(true);
        setRefusal(null);
        if (is_now) end.mutate(today);
        else if (last_day !== '') end.mutate(addDays(last_day, 1));
      }}
    >
      <DateField
        label={t.last_day}
        required
        description={t.end_hint}
        value={is_now ? toLastDay(today) : last_day}
        onChange={setLastDay}
        min={today}
        disabled={is_now}
        error={last_day === '' ? required : null}
        touched={is_tried}
      />
      <Checkbox
        label={t.end_now}
        description={t.end_now_line}
        checked={is_now}
        onChange={(event) => setNow(event.currentTarget.checked)}
      />
    </FormModal>
  );
}
