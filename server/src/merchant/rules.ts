/** Decisions about merchants: which states follow each other, and which settlement terms are in force. */
import type { MerchantStatus } from '@dasbor/contract/merchant-activity';
import type { CurrentTerm } from '@dasbor/contract/merchant-fields';

/** States in which a merchant can be suspended, reactivated or closed. */
const PREDECESSORS = {
  suspended: ['active'],
  active: ['suspended'],
  closed: ['active', 'suspended'],
} as const satisfies Partial<Record<MerchantStatus, readonly MerchantStatus[]>>;
export type ProviderStatus = keyof typeof PREDECESSORS;

/** Whether the provider may move a merchant from one state to another (domain 1.17). */
export const canTransition = (from: MerchantStatus, to: ProviderStatus): boolean =>
  (PREDECESSORS[to] as readonly MerchantStatus[]).includes(from);

/** The job that notifies a merchant of an event of its timeline. */
export const NOTIFY_CHANGE_JOB = 'notify_merchant_change';

const STATUS_OUTCOMES: Record<string, string> = { suspended: 'suspended', active: 'reactivated', closed: 'closed' };

/** Outcome in the email about an event; null: no email. */
export function getNotifiedOutcome({ kind, to_status }: { kind: string; to_status: string | null }): string | null {
  if (kind === 'status') return STATUS_OUTCOMES[to_status ?? ''] ?? null;
  return kind === 'payments' || kind === 'payouts' ? `${kind}_${to_status}` : null;
}

/** The job that releases the settlements of a merchant that may pay out again. */
export const RELEASE_STOPPED_JOB = 'release_stopped_settlements';

/** Ledger accounts whose money belongs to the merchant or is on its way: empty when it is closed. */
export const ACCOUNTS_EMPTY_ON_CLOSE = [
  'pending_settlement',
  'available',
  'payout',
  'payout_reserved',
  'reserve',
  'refunds',
  'suspense',
];

export interface DatedSettlementTerm extends CurrentTerm {
  /** First payment day (WIB) it applies to. */
  effective_from: string;
}

/** Methods whose terms a list shows. */
const LISTED_METHODS: readonly CurrentTerm['method'][] = ['qris', 'virtual_account'];

/** The terms in force on a day, by method and bank; own terms precede standard ones. */
export function findCurrentTerms(
  standard: readonly DatedSettlementTerm[],
  own: readonly DatedSettlementTerm[],
  day: string,
): CurrentTerm[] {
  const found = new Map<string, CurrentTerm>();
  for (const terms of [standard, own]) {
    const begun = terms.filter(({ effective_from }) => effective_from <= day);
    for (const { effective_from: _, ...term } of begun.toSorted(byDate)) {
      found.set(`${term.method}|${term.channel_code ?? ''}`, term);
    }
  }
  return [...found.values()].toSorted(
    (a, b) => a.method.localeCompare(b.method) || (a.channel_code ?? '').localeCompare(b.channel_code ?? ''),
  );
}

const byDate = (a: DatedSettlementTerm, b: DatedSettlementTerm): number =>
  a.effective_from.localeCompare(b.effective_from);

/** The terms that a list of merchants shows. */
export const pickListedTerms = (terms: readonly CurrentTerm[]): CurrentTerm[] =>
  terms.filter(({ method }) => LISTED_METHODS.includes(method));
