import { paths } from './paths.ts';

const ANY = 'x';
const firstSegment = (path: string): string => path.split('/')[1] ?? '';

/** First segments of the protected area (specification section 2). */
const PROTECTED_SEGMENTS = new Set(
  [
    paths.dashboard(),
    paths.analytics(),
    paths.cashFlow(),
    paths.balanceHistory(ANY),
    paths.changePassword(),
    paths.transactions(),
    paths.settlements(),
    paths.paymentLinks(),
    paths.merchants(),
    paths.addMerchant(),
    paths.editMerchant(ANY),
    paths.accountGroups(),
    paths.accountGroupCommissions(),
    paths.profile(),
    paths.businessProfile(),
    paths.users(),
    paths.settings(),
    paths.announcements(),
    paths.approvals(),
    paths.pricing(),
    paths.invoices(),
    paths.bankStatements(),
    paths.apiSettings(),
    paths.virtualAccounts(),
    paths.qrisPayments(),
    paths.depositVas(),
    paths.disbursements(),
    paths.manageNotifications(),
  ].map(firstSegment),
);

/** Whether a path is in the protected area. Unknown paths there require a session; other unknown paths are public. */
export const isProtectedPath = (pathname: string): boolean => PROTECTED_SEGMENTS.has(firstSegment(pathname));
