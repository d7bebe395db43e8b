import { Button, Text } from '@mantine/core';
import { IconPointFilled } from '@tabler/icons-react';
import classes from '../manage-notifications/manage-notifications.module.css';

export interface SaveBarProps {
  is_dirty: boolean;
  is_disabled: boolean;
  is_busy: boolean;
  may_manage: boolean;
  onSave: () => void;
}

/** 'Save Changes' with what there is to say beside it; stays in sight below a long form. */
export const SaveBar = ({ is_dirty, is_disabled, is_busy, may_manage, onSave }: SaveBarProps) => (
  <div className={classes.save_bar}>
    <Text component="div" fz="sm" role="status" className={classes.unsaved}>
      {!may_manage && <span>Your role may look at these settings, not change them.</span>}
      {may_manage && is_dirty && (
        <>
          <IconPointFilled size={14} aria-hidden className={classes.unsaved_mark} />
          You have unsaved changes
        </>
      )}
    </Text>
    <Button disabled={is_disabled} loading={is_busy} onClick={onSave}>
      Save Changes
    </Button>
  </div>
);
