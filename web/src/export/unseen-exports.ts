/** Whether the user has unfinished exports, or ready ones that they have not seen yet. */
import { type Export, listExports } from '@dasbor/contract/export';
import { useLocalStorage } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLive } from '../api/live.ts';
import { buildQueryKey, buildQuery } from '../api/query.ts';
import { useSignedIn } from '../api/signed-in.ts';

export type ExportActivity = 'preparing' | 'ready' | null;

const EXPORTS_CHECKED = 20;

/** The badge of the exports button. `seen_at`: when the newest export that the user has seen was finished. */
export function getActivity(exports: readonly Export[], own_id: string, seen_at: string): ExportActivity {
  const own = exports.filter(({ created_by }) => created_by === own_id);
  if (own.some(({ status }) => status === 'waiting' || status === 'running')) return 'preparing';
  const is_new = ({ status, finished_at }: Export) => status === 'ready' && (finished_at ?? '') > seen_at;
  return own.some(is_new) ? 'ready' : null;
}

export interface UnseenExports {
  activity: ExportActivity;
  /** Call when the exports are displayed. */
  markSeen: () => void;
}

export function useUnseenExports(): UnseenExports {
  const { profile } = useSignedIn();
  const client = useQueryClient();
  const own_id = profile?.id ?? '';
  const [seen_at, setSeenAt] = useLocalStorage({ key: `exports-seen-${own_id}`, defaultValue: '' });
  const is_at_merchant = profile?.merchant_id !== null && profile !== null;
  const input = { query: { limit: EXPORTS_CHECKED } };
  const made = useQuery({ ...buildQuery(listExports, input), enabled: is_at_merchant, meta: { quiet: true } });
  useLive(({ topic }) => {
    if (topic === 'export') void client.invalidateQueries({ queryKey: buildQueryKey(listExports) });
  });
  return {
    activity: getActivity(made.data?.data ?? [], own_id, seen_at),
    markSeen: () => {
      const newest = (made.data?.data ?? []).map(({ finished_at }) => finished_at ?? '').toSorted();
      const last = newest.at(-1) ?? '';
      if (last > seen_at) setSeenAt(last);
    },
  };
}
