import { listNotificationPreferences, saveNotificationPreferences } from '@dasbor/contract/manage-notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { queryOf } from '../api/query.ts';
import { showSuccess } from '../ui/toast.ts';
import { type PreferenceUpdate, applyUpdate } from './preference-rules.ts';

/**
 * Saves preferences, says so and reads the list again (specification sections 4 and 7). The loaded
 * list takes the change over at once, so that no switch moves back while it is read. Failures are
 * toasted by the shared error handler.
 */
export function useSavePreferences(onSaved: (update: PreferenceUpdate) => void) {
  const client = useQueryClient();
  const { queryKey } = queryOf(listNotificationPreferences);
  return useMutation({
    mutationFn: (body: PreferenceUpdate) => call(saveNotificationPreferences, { body }),
    onSuccess: async (_answer, update) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (loaded) => loaded && { data: applyUpdate(loaded.data, update) });
      onSaved(update);
      void showSuccess('Notifications updated successfully');
      await client.invalidateQueries({ queryKey });
    },
  });
}
