import type { NotificationPreference } from '@dasbor/contract/manage-notifications';
import { Accordion } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../ui/empty-state.tsx';
import classes from './manage-notifications.module.css';
import { messages } from './messages.ts';
import { PreferenceGroup } from './preference-group.tsx';
import { type PreferenceChanges, groupPreferences, isActive } from './preference-rules.ts';

export interface PreferenceListProps {
  items: readonly NotificationPreference[];
  changes: PreferenceChanges;
  renderRow: (item: NotificationPreference) => ReactNode;
}

/** The default items as a plain list, then every group as a collapsible section (specification section 2). */
export function PreferenceList({ items, changes, renderRow }: PreferenceListProps) {
  const { plain, groups } = groupPreferences(items);
  return (
    <>
      {plain.length + groups.length === 0 && (
        <EmptyState title={messages().empty.title} icon={<IconMailOff size={22} stroke={1.6} />}>
          {messages().empty.line}
        </EmptyState>
      )}
      {plain.length > 0 && <ul className={classes.rows}>{plain.map(renderRow)}</ul>}
      <Accordion
        multiple
        order={3}
        chevronPosition="left"
        classNames={{
          item: classes.group,
          control: classes.group_control,
          label: classes.group_label,
          content: classes.group_content,
        }}
      >
        {groups.map((group) => (
          <PreferenceGroup
            key={group.name}
            name={group.name}
            count={group.items.length}
            active_count={group.items.filter((item) => isActive(item, changes)).length}
          >
            {group.items.map(renderRow)}
          </PreferenceGroup>
        ))}
      </Accordion>
    </>
  );
}
