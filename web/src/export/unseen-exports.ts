/** Whether there is something to see among one's own exports: one under way, or one that is ready since one looked. */
import { type Export, listExports } from '@dasbor/contract/export';
import { useLocalStorage } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLive } from '../api/live.ts';
import { buildQueryKey, buildQuery } from '../api/query.ts';
import { useSignedIn } from '../api/signed-in.ts';

export type ExportActivity = 'preparing' | 'ready' | null;

const LOOKED_AT = 20;

/** What the mark of the button says. `seen_at`: when one's exports were looked at last. */
export function getActivity(exports: readonly Export[], own_id: string, seen_at: string): ExportActivity {
  const own = exports.filter(({ created_by }) => created_by === own_id);
  if (own.some(({ status }) => status === 'waiting' || status === 'running')) return 'preparing';
  const is_new = ({ status, finished_at }: Export) => status === 'ready' && (finished_at ?? '') > seen_at;
  return own.some(is_new) ? 'ready' : null;
}

export interface UnseenExports {
  activity: ExportActivity;
  /** To be called when the exports are in sight. */
  markSeen: () => void;
}

export function useUnseenExports(): UnseenExports {
  const { profile } = useSignedIn();
  const client = useQueryClient();
  const own_id = profile?.id ?? '';
  const [seen_at, setSeenAt] = useLocalStorage({ key: `exports-seen-${own_id}`, defaultValue: '' });
  const is_at_merchant = profile?.merchant_id !== null && profile !== null;
  const input = { query: { limit: LOOKED_AT } };
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
