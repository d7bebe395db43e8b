/** Search hits as destinations: where each kind of object is opened. */
import { batchStatusLabel } from '@dasbor/contract/disbursement-batch-fields';
import { disbursementStatusLabel } from '@dasbor/contract/disbursement-fields';
import type { Language } from '@dasbor/contract/language';
import type { SearchType, search } from '@dasbor/contract/search';
import type { Output } from '@dasbor/contract/route';
import { messages as keyMessages } from '../../api-settings/messages.ts';
import { formatRupiah } from '../../ui/amount.tsx';
import { currentLanguage } from '../../ui/define-messages.ts';
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
  disbursement: paths.disbursement,
  disbursement_batch: paths.disbursement,
  beneficiary: () => paths.disbursements(),
  invoice: paths.invoice,
  webhook_event: paths.apiSettings,
  api_key: paths.apiSettings,
  user: paths.users,
  // Exports are shown over any screen.
  export: () => '.',
};

/** Query of the screens that show an object by it. */
const SEARCHES: Partial<
  Record<SearchType, (id: string, title: string, detail: string | null) => Record<string, string>>
> = {
  refund: (id) => ({ refund: id }),
  settlement: (id) => ({ batch_id: id }),
  beneficiary: (_id, title) => ({ view: 'beneficiaries', q: title }),
  webhook_event: (id) => ({ tab: 'events', event: id }),
  api_key: (id) => ({ key: id }),
  user: (_id, _title, email) => ({ q: email ?? '' }),
  export: (id) => ({ files: 'exports', export: id }),
};

type StatusLabel = (status: string, language: Language) => string;
/** Statuses that these objects name otherwise than others. */
const STATUS_LABELS: Partial<Record<SearchType, StatusLabel>> = {
  disbursement: disbursementStatusLabel as StatusLabel,
  disbursement_batch: batchStatusLabel as StatusLabel,
  api_key: (status) => (keyMessages().keys.statuses as Record<string, string>)[status] ?? formatStatus(status),
};
const formatHitStatus = (type: SearchType, status: string): string =>
  STATUS_LABELS[type]?.(status, currentLanguage()) ?? formatStatus(status);

/** Every hit as a destination, in the order of the answer. */
export const toDestinations = (found: Found): Destination[] =>
  found.flatMap(({ type, hits }) =>
    hits.map(({ id, title, detail, status, amount, matched }) => {
      const parts = [
        amount === null ? null : formatRupiah(amount),
        status && formatHitStatus(type, status),
        matched !== null && matched.value !== title ? matched.value : detail,
      ];
      return {
        label: title,
        detail: parts.filter((part) => part !== null && part !== '').join(' · '),
        path: PATHS[type](id, detail),
        kind: messages().search.kinds[type],
        search: SEARCHES[type]?.(id, title, detail) ?? {},
      };
    }),
  );
