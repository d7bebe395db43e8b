import type { NotificationPreference } from '@dasbor/contract/manage-notifications';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useHasAccess } from '../api/signed-in.ts';
import { Panel } from '../ui/panel.tsx';
import { showError } from '../ui/toast.ts';
import { useUnsavedChanges } from '../ui/unsaved-changes.tsx';
import classes from './manage-notifications.module.css';
import { messages } from './messages.ts';
import {
  NO_CHANGES,
  type PreferenceChanges,
  listChangedPreferences,
  rebaseChanges,
  isActive,
  isEditable,
  buildReset,
} from './preference-rules.ts';
import { PreferenceList } from './preference-list.tsx';
import { PreferenceRow } from './preference-row.tsx';
import { ResetModal } from './reset-modal.tsx';
import { SaveBar } from '../ui/save-bar.tsx';
import { useSavePreferences } from './use-save-preferences.ts';

/** The card 'Notification Preferences': switches, reset and save. */
export function PreferencesForm({ items }: { items: readonly NotificationPreference[] }) {
  const [changes, setChanges] = useState<PreferenceChanges>(NO_CHANGES);
  const [is_reset_open, setResetOpen] = useState(false);
  const t = messages();
  const may_manage = useHasAccess('Notifications', 'manage');
  const save = useSavePreferences(({ changes: submitted }) => {
    setChanges((before) => rebaseChanges(submitted, before));
    setResetOpen(false);
  });
  const changed = listChangedPreferences(items, changes);
  useUnsavedChanges(changed.length > 0);

  // Section 2: confirming sets the preferences to active. They are saved at once, overwriting unsaved changes.
  const reset = () => {
    const update = buildReset(items);
    if (update.length > 0) return save.mutate({ update, changes });
    setResetOpen(false);
    void showError(messages().reset.nothing);
  };
  const renderRow = (item: NotificationPreference) => (
    <PreferenceRow
      key={item.notification_action}
      item={item}
      is_active={isActive(item, changes)}
      is_disabled={!isEditable(item) || !may_manage}
      is_fixed={!isEditable(item)}
      onChange={(active) => setChanges((before) => ({ ...before, [item.notification_action]: active }))}
    />
  );
  return (
    <div>
      <Panel
        title={t.card.title}
        flush
        actions={
          <Button variant="default" size="xs" disabled={!may_manage} onClick={() => setResetOpen(true)}>
            {t.card.reset}
          </Button>
        }
      >
        <Text c="dimmed" className={classes.intro}>
          {t.card.intro}
        </Text>
        <PreferenceList items={items} changes={changes} renderRow={renderRow} />
      </Panel>
      <SaveBar
        is_dirty={changed.length > 0}
        is_disabled={changed.length === 0 || !may_manage}
        is_busy={save.isPending}
        may_manage={may_manage}
        texts={t.save}
        onSave={() => save.mutate({ update: changed, changes })}
      />
      <ResetModal
        opened={is_reset_open}
        is_busy={save.isPending}
        onConfirm={reset}
        onClose={() => setResetOpen(false)}
      />
    </div>
  );
}
