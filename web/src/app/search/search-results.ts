/** Search hits as destinations: where each kind of object is opened. */
import type { SearchType, search } from '@dasbor/contract/search';
import type { Output } from '@dasbor/contract/route';
import { formatRupiah } from '../../ui/amount.tsx';
import { formatStatus } from '../../ui/status-chip.tsx';
import type { Destination } from './destinations.ts';
import { paths } from '../routes/paths.ts';
import { messages } from '../shell/messages.ts';

type Found = Output<typeof search>['data'];

const PATHS: Record<SearchType, (id: string, detail: string | null) => string> = {
  transaction: paths.transaction,
  virtual_account: paths.virtualAccount,
  qris_payment: paths.qrisPayment,
  payment_link: paths.paymentLink,
  // A refund is shown on the page of its payment, whose id is the detail.
  refund: (_id, detail) => paths.transaction(detail ?? ''),
  deposit: paths.depositVa,
  deposit_va: paths.depositVa,
  settlement: () => paths.settlementReport(),
};

/** Query of the screens that show an object by it. */
const SEARCHES: Partial<Record<SearchType, (id: string) => Record<string, string>>> = {
  refund: (id) => ({ refund: id }),
  settlement: (id) => ({ batch_id: id }),
};

/** Every hit as a destination, in the order of the answer. */
export const toDestinations = (found: Found): Destination[] =>
  found.flatMap(({ type, hits }) =>
    hits.map(({ id, title, detail, status, amount, matched }) => {
      const parts = [
        amount === null ? null : formatRupiah(amount),
        status && formatStatus(status),
        matched !== null && matched.value !== title ? matched.value : detail,
      ];
      return {
        label: title,
        detail: parts.filter((part) => part !== null && part !== '').join(' · '),
        path: PATHS[type](id, detail),
        kind: messages().search.kinds[type],
        search: SEARCHES[type]?.(id) ?? {},
      };
    }),
  );
