import { Button, Text } from '@mantine/core';
import { IconPointFilled } from '@tabler/icons-react';
import classes from './save-bar.module.css';

export interface SaveBarProps {
  is_dirty: boolean;
  is_disabled: boolean;
  is_busy: boolean;
  may_manage: boolean;
  texts: { save: string; unsaved: string; read_only: string };
  onSave: () => void;
}

/** The save button with its hint; stays visible below a long form. */
export const SaveBar = ({ is_dirty, is_disabled, is_busy, may_manage, texts, onSave }: SaveBarProps) => (
  <div className={classes.save_bar}>
    <Text component="div" fz="sm" role="status" className={classes.unsaved}>
      {!may_manage && <span>{texts.read_only}</span>}
      {may_manage && is_dirty && (
        <>
          <IconPointFilled size={14} aria-hidden className={classes.unsaved_mark} />
          {texts.unsaved}
        </>
      )}
    </Text>
    <Button disabled={is_disabled} loading={is_busy} onClick={onSave}>
      {texts.save}
    </Button>
  </div>
);
