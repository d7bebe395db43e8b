/** Hits of the provider's search as destinations: its own detail of an object, or its list with this object alone. */
import { disbursementStatusLabel } from '@dasbor/contract/disbursement-fields';
import type { Language } from '@dasbor/contract/language';
import { merchantStatusLabel } from '@dasbor/contract/labels';
import type { ProviderSearchHit, ProviderSearchType, searchAllMerchants } from '@dasbor/contract/provider-search';
import type { Output } from '@dasbor/contract/route';
import { settlementStatusLabel } from '@dasbor/contract/settlement-labels';
import { messages as statementMessages } from '../../bank-statement/messages.ts';
import { formatRupiah } from '../../ui/amount.tsx';
import { currentLanguage } from '../../ui/define-messages.ts';
import { formatStatus } from '../../ui/status-chip.tsx';
import { paths } from '../routes/paths.ts';
import { messages } from '../shell/messages.ts';
import type { Destination } from './destinations.ts';

const NO_SEARCH: Record<string, string> = {};
type Place = Required<Pick<Destination, 'path' | 'search'>>;

/** A list over all merchants, narrowed to the merchant of the hit. */
const inList = (tab: string, { merchant_id }: ProviderSearchHit, filter: Record<string, string>): Place => ({
  path: paths.dashboard(),
  search: { tab, ...(merchant_id === null ? {} : { merchant_id }), ...filter },
});

const PLACES: Record<ProviderSearchType, (hit: ProviderSearchHit) => Place> = {
  merchant: ({ id }) => ({ path: paths.merchant(id), search: {} }),
  transaction: (hit) => inList('transactions', hit, { q: hit.id }),
  refund: (hit) => inList('refunds', hit, { q: hit.id }),
  settlement: (hit) => inList('settlements', hit, { q: hit.id }),
  disbursement: (hit) => inList('disbursements', hit, { q: hit.id }),
  // The provider has no list of numbers and links: their payments.
  virtual_account: (hit) => inList('transactions', hit, { virtual_account_id: hit.id }),
  payment_link: (hit) => inList('transactions', hit, { payment_link_id: hit.id }),
  user: ({ merchant_id, detail }) => ({
    path: paths.merchant(merchant_id ?? ''),
    search: { tab: 'users', q: detail ?? '' },
  }),
  staff: ({ detail }) => ({ path: paths.users(), search: { q: detail ?? '' } }),
  invoice: ({ id }) => ({ path: paths.invoice(id), search: {} }),
  bank_statement: ({ statement_id, matched }) => ({
    path: paths.bankStatement(statement_id ?? ''),
    search: matched.field === 'reference' ? { q: matched.value } : NO_SEARCH,
  }),
};

type StatusLabel = (status: string, language: Language) => string;
/** Statuses that these objects name otherwise than others. */
const STATUS_LABELS: Partial<Record<ProviderSearchType, StatusLabel>> = {
  merchant: merchantStatusLabel as StatusLabel,
  settlement: settlementStatusLabel as StatusLabel,
  disbursement: disbursementStatusLabel as StatusLabel,
  bank_statement: (status) => (statementMessages().statuses as Record<string, string>)[status] ?? formatStatus(status),
};

/** Every hit as a destination, in the order of the answer; the second line starts with the merchant. */
export const toProviderDestinations = (found: Output<typeof searchAllMerchants>['data']): Destination[] =>
  found.flatMap(({ type, hits }) => hits.map((hit) => ({ ...toDestination(type, hit), ...PLACES[type](hit) })));

function toDestination(
  type: ProviderSearchType,
  hit: ProviderSearchHit,
): Pick<Destination, 'label' | 'detail' | 'kind'> {
  const { title, detail, status, amount, merchant_name, matched } = hit;
  const parts = [
    merchant_name === title ? null : merchant_name,
    amount === null ? null : formatRupiah(amount),
    status && (STATUS_LABELS[type]?.(status, currentLanguage()) ?? formatStatus(status)),
    matched.value === title || matched.value === detail ? null : matched.value,
    detail,
  ];
  return {
    label: title,
    detail: parts.filter((part) => part !== null && part !== '').join(' · '),
    kind: messages().search.kinds[type],
  };
}
