/** Keeps the columns of every list with the person, so that they are the same in every browser. */
import { listListLayouts, saveListLayout } from '@dasbor/contract/saved-view';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../api/call.ts';
import { buildQuery } from '../api/query.ts';
import { useSignedIn } from '../api/signed-in.ts';
import { buildColumnsKey, onColumnsChange, applyStoredColumns } from '../ui/stored-columns.ts';

/** Changes follow each other so closely while a column is moved that only the last of them is worth a call. */
const DEBOUNCE_MS = 600;

export function useSyncedColumns(): void {
  const user_id = useSignedIn().profile?.id ?? '';
  const layouts = useQuery({
    ...buildQuery(listListLayouts),
    enabled: user_id !== '',
    staleTime: Infinity,
    meta: { quiet: true },
  });
  const kept = layouts.data?.data;
  useEffect(() => {
    for (const { list, columns } of kept ?? []) applyStoredColumns(buildColumnsKey(user_id, list), columns);
  }, [kept, user_id]);
  useEffect(() => {
    const own = buildColumnsKey(user_id, '');
    const waiting = new Map<string, number>();
    return onColumnsChange((key, columns) => {
      if (user_id === '' || !key.startsWith(own)) return;
      window.clearTimeout(waiting.get(key));
      const body = { list: key.slice(own.length), columns: [...columns] };
      // This browser has it; the next change tries the server again.
      const save = () => void call(saveListLayout, { body }).catch(() => undefined);
      waiting.set(key, window.setTimeout(save, DEBOUNCE_MS));
    });
  }, [user_id]);
}
