/** What was found, as destinations: where each kind of object is opened. */
import type { SearchType, search } from '@dasbor/contract/search';
import type { Output } from '@dasbor/contract/route';
import { formatAmount } from '../ui/amount.tsx';
import type { Destination } from './destinations.ts';
import { paths } from './paths.ts';

type Found = Output<typeof search>['data'];

const SCREENS: Record<SearchType, { kind: string; pathOf: (id: string, detail: string | null) => string }> = {
  transaction: { kind: 'Transaction', pathOf: paths.transaction },
  virtual_account: { kind: 'Virtual account', pathOf: paths.virtualAccount },
  qris_payment: { kind: 'QRIS', pathOf: paths.qrisPayment },
  payment_link: { kind: 'Payment link', pathOf: paths.paymentLink },
  // A refund is shown with the payment that it gives back, whose id its detail is.
  refund: { kind: 'Refund', pathOf: (_id, detail) => paths.transaction(detail ?? '') },
  deposit: { kind: 'Deposit', pathOf: paths.depositVa },
  deposit_va: { kind: 'Deposit VA', pathOf: paths.depositVa },
  settlement: { kind: 'Settlement', pathOf: () => paths.settlementReport() },
};

const wordsOf = (status: string): string => status.replaceAll('_', ' ');

/** Every hit as a destination, in the order of the answer. */
export const destinationsOfHits = (found: Found): Destination[] =>
  found.flatMap(({ type: noun, hits }) =>
    hits.map(({ id, title, detail, status, amount, matched }) => {
      const parts = [
        amount === null ? null : formatAmount(amount),
        status && wordsOf(status),
        matched !== null && matched.value !== title ? matched.value : detail,
      ];
      return {
        label: title,
        detail: parts.filter((part) => part !== null && part !== '').join(' · '),
        path: SCREENS[noun].pathOf(id, detail),
        kind: SCREENS[noun].kind,
        ...(noun === 'settlement' ? { search: { batch_id: id } } : {}),
      };
    }),
  );
