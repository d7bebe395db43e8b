import { listNotificationPreferences, saveNotificationPreferences } from '@dasbor/contract/manage-notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { buildQuery } from '../api/query.ts';
import { showSuccess } from '../ui/toast.ts';
import { type PreferenceChanges, type PreferenceUpdate, applyUpdate } from './preference-rules.ts';

export interface SaveWish {
  update: PreferenceUpdate;
  /** The changes that the form held then. */
  changes: PreferenceChanges;
}

/**
 * Saves preferences, says so and reads the list again (specification sections 4 and 7). The loaded
 * list takes the change over at once, so that no switch moves back while it is read. Failures are
 * toasted by the shared error handler.
 */
export function useSavePreferences(onSaved: (wish: SaveWish) => void) {
  const client = useQueryClient();
  const { queryKey } = buildQuery(listNotificationPreferences);
  return useMutation({
    mutationFn: ({ update }: SaveWish) => call(saveNotificationPreferences, { body: update }),
    onSuccess: async (_answer, wish) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (loaded) => loaded && { data: applyUpdate(loaded.data, wish.update) });
      onSaved(wish);
      void showSuccess('Notifications updated successfully');
      await client.invalidateQueries({ queryKey });
    },
  });
}
