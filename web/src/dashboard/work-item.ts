/** An item of the home page that needs an action. */

/** Items that need an action: how many, and where to act. */
export interface PendingWork {
  key: string;
  /** null while loading and without access. */
  count: number | null;
  getTitle: (count: number) => string;
  line: string;
  to:
    | '/virtual-account'
    | '/deposit-va'
    | '/transaction'
    | '/api-settings'
    | '/disbursement'
    | '/approvals'
    | '/settlement'
    | '/business-profile';
  search: Record<string, string>;
  link: string;
  has_failed: boolean;
  retry: () => void;
}

/** Whether the query of an item failed, and how to repeat it. */
export const toQueryState = (query: { isError: boolean; data: unknown; refetch: () => Promise<unknown> }) => ({
  has_failed: query.isError && query.data === undefined,
  retry: () => void query.refetch(),
});
