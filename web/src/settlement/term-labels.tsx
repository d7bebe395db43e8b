import { getSettlementSetting } from '@dasbor/contract/settlement-admin';
import { useQuery } from '@tanstack/react-query';
import { buildQuery } from '../api/query.ts';
import { formatPaymentMethod } from '../list/filter-labels.ts';
import { messages } from './messages.ts';

interface Term {
  method: string;
  channel_code: string | null;
  days: number;
  basis: 'calendar' | 'business';
  cut_off_hour: number;
}

/** `T+1 business day`. */
export const formatTerm = ({ days, basis }: Pick<Term, 'days' | 'basis'>): string => messages().terms[basis](days);

/** The merchant's terms in one sentence. */
export function TermsSummary() {
  const setting = useQuery({ ...buildQuery(getSettlementSetting), meta: { quiet: true } });
  const terms = setting.data?.data.terms.filter(({ method }) => method === 'qris' || method === 'virtual_account');
  if (terms === undefined) return <>{messages().terms.loading}</>;
  return <>{terms.map((term) => `${formatPaymentMethod(term)} ${formatTerm(term)}`).join(', ')}.</>;
}
