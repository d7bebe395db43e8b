import { listAccountGroupMembers } from '@dasbor/contract/account-group';
import type { AccountGroupDetail, AccountGroupMember } from '@dasbor/contract/account-group-fields';
import { VALIDITY_STATES, type ValidityState } from '@dasbor/contract/validity';
import { Group, Menu, SegmentedControl, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { buildPagesQuery } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { Amount } from '../ui/amount.tsx';
import { AMOUNT, type Column, STATUS, renderText } from '../ui/column.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatDay } from '../ui/instant.tsx';
import { PanelRows } from '../ui/panel-rows.tsx';
import { Panel } from '../ui/panel.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { RowMenu } from '../ui/row-menu.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { VALIDITY_TONES } from '../ui/status-tones.ts';
import { NameLines } from '../ui/two-lines.tsx';
import { AddMemberModal, EndMemberModal, toLastDay } from './member-modals.tsx';
import { messages } from './messages.ts';

type Shown = ValidityState | 'all';

/** The memberships of a group, with those that ended. */
export function MembersTab({ group }: { group: AccountGroupDetail }) {
  const t = messages().members;
  const may_manage = useHasAccess('Account Groups', 'manage');
  const [shown, setShown] = useState<Shown>('all');
  const [is_adding, setAdding] = useState(false);
  const [ended, setEnded] = useState<AccountGroupMember | null>(null);
  const query = shown === 'all' ? {} : { state: [shown] };
  const list = useInfiniteQuery({
    ...buildPagesQuery(listAccountGroupMembers, { params: { id: group.id }, query }),
    meta: { quiet: true },
  });
  const rows = (list.data?.pages ?? []).flatMap((page) => page.data);
  const add = (
    <ActionButton
      disabled_reason={
        may_manage ? (group.status === 'active' ? undefined : messages().statuses.inactive) : messages().denied
      }
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setAdding(true)}
    >
      {t.add}
    </ActionButton>
  );
  const onEnd = may_manage ? setEnded : undefined;
  return (
    <Panel title={t.label} actions={add} flush={rows.length > 0}>
      <StateControl value={shown} onChange={setShown} />
      <PanelRows
        query={list}
        rows={rows}
        skeleton_rows={4}
        empty={
          <EmptyState
            title={shown === 'all' ? t.empty : t.empty_filtered}
            icon={<IconUsersGroup size={22} stroke={1.6} />}
          />
        }
        label={t.label}
        columns={buildColumns(onEnd)}
        keyOf={({ id }) => id}
        renderCard={(member) => <MemberCard member={member} onEnd={onEnd} />}
      />
      {is_adding && <AddMemberModal group={group} onClose={() => setAdding(false)} />}
      {ended !== null && <EndMemberModal group_id={group.id} member={ended} onClose={() => setEnded(null)} />}
    </Panel>
  );
}

function StateControl({ value, onChange }: { value: Shown; onChange: (value: Shown) => void }) {
  const t = messages();
  const is_narrow = useMediaQuery('(max-width: 36em)') ?? false;
  return (
    <Group p="sm">
      <SegmentedControl
        aria-label={t.members.show}
        size="xs"
        fullWidth={is_narrow}
        value={value}
        onChange={(next) => onChange(next as Shown)}
        data={[
          { value: 'all', label: t.members.all },
          ...VALIDITY_STATES.map((state) => ({ value: state, label: t.states[state] })),
        ]}
      />
    </Group>
  );
}

type OnEnd = ((member: AccountGroupMember) => void) | undefined;

function buildColumns(onEnd: OnEnd): readonly Column<AccountGroupMember>[] {
  const t = messages().members;
  return [
    { id: 'merchant', label: t.merchant, width_px: 220, render: (member) => <MerchantName member={member} /> },
    { ...STATUS, id: 'state', label: t.state, render: (member) => <StateChip member={member} /> },
    { id: 'from', label: t.from, width_px: 120, is_whole: true, render: (member) => formatDay(member.effective_from) },
    { id: 'until', label: t.until, width_px: 120, is_whole: true, render: formatUntil },
    {
      ...AMOUNT,
      id: 'volume',
      label: t.volume,
      width_px: 150,
      priority: 3,
      render: (member) => <Amount value={member.volume_month_amount} />,
    },
    { id: 'added_by', label: t.added_by, width_px: 160, priority: 2, render: (member) => member.added_by },
    {
      id: 'actions',
      label: t.actions,
      head: '',
      width_px: 64,
      is_pinned: true,
      render: (member) => <MemberMenu member={member} onEnd={onEnd} />,
    },
  ];
}

/** The last day of the membership. */
const formatUntil = ({ effective_from, effective_to }: AccountGroupMember) =>
  effective_to === null
    ? renderText(null)
    : effective_to === effective_from
      ? messages().members.withdrawn
      : formatDay(toLastDay(effective_to));

const StateChip = ({ member: { state } }: { member: AccountGroupMember }) => (
  <StatusChip status={state} tone={VALIDITY_TONES[state]} label={messages().states[state]} />
);

const MerchantName = ({ member: { merchant } }: { member: AccountGroupMember }) => (
  <NameLines>
    <Link to="/merchant/$id" params={{ id: merchant.id }} title={merchant.brand_name}>
      {merchant.brand_name}
    </Link>
    <Text span c="dimmed" fz="xs">
      {merchant.code}
    </Text>
  </NameLines>
);

const MemberCard = ({ member, onEnd }: { member: AccountGroupMember; onEnd: OnEnd }) => (
  <RowCard>
    <MerchantName member={member} />
    <StateChip member={member} />
    <SecondaryText>
      {formatDay(member.effective_from)} – {formatUntil(member)}
    </SecondaryText>
    <Amount value={member.volume_month_amount} strong />
    <MemberMenu member={member} onEnd={onEnd} />
  </RowCard>
);

function MemberMenu({ member, onEnd }: { member: AccountGroupMember; onEnd: OnEnd }) {
  const t = messages().members;
  if (onEnd === undefined || member.state === 'ended') return null;
  return (
    <RowMenu label={t.menu(member.merchant.brand_name)}>
      <Menu.Item onClick={() => onEnd(member)}>{member.state === 'upcoming' ? t.withdraw : t.end}</Menu.Item>
    </RowMenu>
  );
}
