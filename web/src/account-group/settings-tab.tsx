import { updateAccountGroup } from '@dasbor/contract/account-group';
import type { AccountGroupDetail } from '@dasbor/contract/account-group-fields';
import { Group, Stack } from '@mantine/core';
import { IconCalendarPlus, IconCalendarX, IconFolderPlus, IconPencil } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import { Instant, formatDay } from '../ui/instant.tsx';
import { PanelColumns } from '../ui/panel-layout.tsx';
import { Panel } from '../ui/panel.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { type TimelineEvent, type TimelineIcon, TimelinePanel } from '../ui/timeline.tsx';
import { showError } from '../ui/toast.ts';
import { GroupModal } from './group-modal.tsx';
import { formatType } from './labels.ts';
import { messages } from './messages.ts';
import { useGroupChange } from './mutations.ts';

/** Settings of the group: its details, contact, subgroups and timeline. */
export function SettingsTab({ group }: { group: AccountGroupDetail }) {
  const { fields: t, settings, settlement_modes, none } = messages();
  const { owner, parent, children } = group;
  return (
    <PanelColumns>
      <div>
        <Panel title={settings.group} actions={<Actions group={group} />}>
          <DetailList
            rows={[
              [t.name, group.name],
              [t.code, group.code],
              [t.type, formatType(group.type)],
              [
                t.owner,
                owner && (
                  <Link key="owner" to="/merchant/$id" params={{ id: owner.id }}>
                    {owner.brand_name}
                  </Link>
                ),
              ],
              [t.parent, parent && <GroupLink key="parent" {...parent} />],
              [t.settlement_mode, settlement_modes[group.settlement_mode]],
              [t.created, <Instant key="created" at={group.created_at} />],
            ]}
          />
        </Panel>
        <Panel title={settings.contact}>
          <DetailList
            rows={[
              [t.contact_name, group.contact_name],
              [t.contact_email, group.contact_email],
              [t.contact_phone, group.contact_phone],
            ]}
          />
        </Panel>
        <Panel title={settings.tree}>
          <Stack gap="xs">
            {children.length === 0 && none}
            {children.map((child) => (
              <GroupLink key={child.id} {...child} />
            ))}
          </Stack>
        </Panel>
      </div>
      <TimelinePanel events={group.events.map(toTimelineEvent)} />
    </PanelColumns>
  );
}

const GroupLink = ({ id, name, code }: { id: string; name: string; code: string }) => (
  <Link to="/account-group/$id" params={{ id }}>
    {name} ({code})
  </Link>
);

const ICONS: Record<string, TimelineIcon> = {
  'account_group.created': IconFolderPlus,
  'account_group.member_added': IconCalendarPlus,
  'account_group.member_ended': IconCalendarX,
};

const toTimelineEvent = ({ seq, at, ...event }: AccountGroupDetail['events'][number]): TimelineEvent => {
  const day = event.effective_day === null ? [] : [messages().settings.from_day(formatDay(event.effective_day))];
  return {
    key: seq,
    at,
    icon: ICONS[event.action] ?? IconPencil,
    chip: { status: event.action, tone: 'neutral', label: event.action_label },
    actor: event.actor ?? '',
    note: event.subject === null ? null : [event.subject, ...day].join(', '),
  };
};

function Actions({ group }: { group: AccountGroupDetail }) {
  const t = messages();
  const may_manage = useHasAccess('Account Groups', 'manage');
  const [open, setOpen] = useState<'edit' | 'deactivate' | null>(null);
  const is_active = group.status === 'active';
  const change = useGroupChange(
    (status: 'active' | 'inactive') => call(updateAccountGroup, { params: { id: group.id }, body: { status } }),
    {
      done: is_active ? t.settings.deactivated : t.settings.activated,
      onDone: () => setOpen(null),
      onRefused: (detail) => {
        setOpen(null);
        void showError(detail);
      },
    },
  );
  const denied = may_manage ? undefined : t.denied;
  const has_members = is_active && group.member_count > 0;
  return (
    <Group gap="xs">
      <ActionButton
        variant="default"
        size="compact-sm"
        disabled_reason={denied ?? (has_members ? t.settings.has_members : undefined)}
        onClick={() => (is_active ? setOpen('deactivate') : change.mutate('active'))}
      >
        {is_active ? t.settings.deactivate : t.settings.activate}
      </ActionButton>
      <ActionButton variant="default" size="compact-sm" disabled_reason={denied} onClick={() => setOpen('edit')}>
        {t.settings.edit}
      </ActionButton>
      {open === 'edit' && <GroupModal edited={group} onClose={() => setOpen(null)} />}
      {open === 'deactivate' && (
        <ConfirmModal
          opened
          title={t.settings.deactivate_title}
          confirm={t.settings.deactivate}
          is_dangerous
          is_busy={change.isPending}
          onConfirm={() => change.mutate('inactive')}
          onClose={() => setOpen(null)}
        >
          {t.settings.deactivate_line}
        </ConfirmModal>
      )}
    </Group>
  );
}
