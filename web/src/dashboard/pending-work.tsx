import { summariseDeposits } from '@dasbor/contract/deposit-va';
import { listDuplicatePayments, summariseRefunds } from '@dasbor/contract/refund';
import { getVirtualAccountFigures } from '@dasbor/contract/virtual-account';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { buildQuery } from '../api/query.ts';
import { useMay } from '../api/signed-in.ts';

/** Work that waits for somebody: how much of it there is, in words, and where it is done. */
export interface PendingWork {
  key: string;
  /** null while it is being read, or where the reader has no access. */
  count: number | null;
  one: string;
  many: string;
  line: string;
  to: '/virtual-account' | '/deposit-va' | '/transaction';
  search: Record<string, string>;
  link: string;
  has_failed: boolean;
  retry: () => void;
}

const QUIET = { meta: { quiet: true } } as const;
/** Named at most; beyond it there are "more than" so many. */
export const DUPLICATES_MAX = 100;

/** Each is read, and fails, alone; only what the reader may see is asked for. */
export function usePendingWork(): PendingWork[] {
  const may_see_refunds = useMay('Refunds', 'view');
  const may_see_deposits = useMay('Deposit VA', 'view');
  const may_see_numbers = useMay('Virtual Accounts', 'view');
  const refunds = useQuery({
    ...buildQuery(summariseRefunds, { query: { status: 'pending' } }),
    ...QUIET,
    enabled: may_see_refunds,
  });
  const to_give_back = useQuery({
    ...buildQuery(listDuplicatePayments, { query: { limit: DUPLICATES_MAX } }),
    ...QUIET,
    enabled: may_see_refunds,
  });
  const deposits = useQuery({
    ...buildQuery(summariseDeposits, { query: { status: 'under_review' } }),
    ...QUIET,
    enabled: may_see_deposits,
  });
  const figures = useQuery({ ...buildQuery(getVirtualAccountFigures), ...QUIET, enabled: may_see_numbers });
  const counted = (rows: { count: number }[] | undefined) => rows?.reduce((sum, { count }) => sum + count, 0) ?? null;
  return [
    {
      key: 'refunds',
      count: counted(refunds.data?.data),
      one: 'refund waits for approval',
      many: 'refunds wait for approval',
      line: 'Somebody else than who asked for it has to agree.',
      to: '/transaction',
      search: { view: 'awaiting-approval' },
      link: 'Look at the refunds',
      ...toQueryState(refunds),
    },
    {
      key: 'duplicates',
      count: to_give_back.data?.data.length ?? null,
      one: 'payment came twice',
      many: 'payments came twice',
      line: 'What was paid a second time is to be given back.',
      to: '/transaction',
      search: { view: 'to-give-back' },
      link: 'Give them back',
      ...toQueryState(to_give_back),
    },
    {
      key: 'deposits',
      count: counted(deposits.data?.data),
      one: 'deposit is under review',
      many: 'deposits are under review',
      line: 'The provider looks at them before they are credited.',
      to: '/deposit-va',
      search: { status: 'under_review' },
      link: 'Look at the deposits',
      ...toQueryState(deposits),
    },
    {
      key: 'mismatches',
      count: figures.data?.data.mismatches_count ?? null,
      one: 'payment to a virtual account did not match',
      many: 'payments to virtual accounts did not match',
      line: 'In the last 7 days: another amount, or a second payment.',
      to: '/virtual-account',
      search: { mismatch: 'yes' },
      link: 'Look at the numbers',
      ...toQueryState(figures),
    },
  ];
}

const toQueryState = (query: { isError: boolean; data: unknown; refetch: () => Promise<unknown> }) => ({
  has_failed: query.isError && query.data === undefined,
  retry: () => void query.refetch(),
});

export const PendingWorkLink = ({ work }: { work: PendingWork }) => (
  <li>
    <Link to={work.to} search={work.search}>
      {work.link}
    </Link>
  </li>
);
