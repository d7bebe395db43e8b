import { listNotificationPreferences, saveNotificationPreferences } from '@dasbor/contract/manage-notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { buildQuery } from '../api/query.ts';
import { showSuccess } from '../ui/toast.ts';
import { messages } from './messages.ts';
import { type PreferenceChanges, type PreferenceUpdate, applyUpdate } from './preference-rules.ts';

export interface SaveInput {
  update: PreferenceUpdate;
  /** The changes in the form at the time of the save. */
  changes: PreferenceChanges;
}

/**
 * Saves preferences, shows a toast and refetches the list (specification sections 4 and 7). The cached list is updated at once,
 * so that no switch moves back meanwhile. Errors are toasted by the shared error handler.
 */
export function useSavePreferences(onSaved: (input: SaveInput) => void) {
  const client = useQueryClient();
  const { queryKey } = buildQuery(listNotificationPreferences);
  return useMutation({
    mutationFn: ({ update }: SaveInput) => call(saveNotificationPreferences, { body: update }),
    onSuccess: async (_response, input) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (loaded) => loaded && { data: applyUpdate(loaded.data, input.update) });
      onSaved(input);
      void showSuccess(messages().save.saved);
      await client.invalidateQueries({ queryKey });
    },
  });
}
