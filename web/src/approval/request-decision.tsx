import { getApproval } from '@dasbor/contract/approval';
import { useQuery } from '@tanstack/react-query';
import { buildQuery } from '../api/query.ts';
import { DecisionButtons } from './decision-buttons.tsx';

/** Approve and reject of a request on the screen of its subject; nothing for people who may not decide it. */
export function RequestDecision({ id }: { id: string }) {
  const query = useQuery({ ...buildQuery(getApproval, { params: { id } }), meta: { quiet: true } });
  return query.data === undefined ? null : <DecisionButtons approval={query.data.data} />;
}
