import { type FileSettingChanges, getFileSettings, saveFileSettings } from '@dasbor/contract/file-settings';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { buildQuery, buildQueryKey } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { showSuccess } from '../ui/toast.ts';

/** The file settings of the merchant; each is saved as soon as it is selected. */
export function useFileSettings(toSavedText: () => string) {
  const client = useQueryClient();
  const may_change = useHasAccess('Reports', 'manage');
  const settings = useQuery({ ...buildQuery(getFileSettings), meta: { quiet: true } });
  const saving = useMutation({
    mutationFn: (changes: FileSettingChanges) => call(saveFileSettings, { body: changes }),
    onSuccess: async (saved) => {
      client.setQueryData(buildQueryKey(getFileSettings), saved);
      await showSuccess(toSavedText());
    },
  });
  const stored = settings.data?.data;
  const shown = stored && saving.isPending ? { ...stored, ...saving.variables } : stored;
  return { settings, shown, may_change, is_saving: saving.isPending, save: saving.mutate };
}
