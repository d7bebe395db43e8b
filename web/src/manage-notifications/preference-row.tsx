import type { NotificationPreference } from '@dasbor/contract/manage-notifications';
import { Switch, Tooltip } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useId } from 'react';
import classes from './manage-notifications.module.css';
import { messages } from './messages.ts';

export interface PreferenceRowProps {
  item: NotificationPreference;
  is_active: boolean;
  is_disabled: boolean;
  /** The preference cannot be changed by any role. */
  is_fixed: boolean;
  onChange: (active: boolean) => void;
}

/** One notification: label, description or a dash, and its switch. */
export function PreferenceRow({ item, is_active, is_disabled, is_fixed, onChange }: PreferenceRowProps) {
  const id = useId();
  return (
    <li className={classes.row}>
      <label className={classes.words} htmlFor={id}>
        <span className={classes.label} id={`${id}-label`}>
          {item.notification_action_label}
          {is_fixed && (
            <Tooltip label={messages().card.not_editable}>
              <IconLock size={14} stroke={1.8} aria-hidden className={classes.lock} />
            </Tooltip>
          )}
        </span>
        <span className={classes.description} id={`${id}-description`}>
          {item.description || '–'}
        </span>
      </label>
      <Switch
        classNames={{ track: classes.track }}
        id={id}
        aria-labelledby={`${id}-label`}
        aria-describedby={item.description ? `${id}-description` : undefined}
        checked={is_active}
        disabled={is_disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </li>
  );
}
