import { NotAvailablePage } from '../ui/not-available-page.tsx';

export const TransactionDetailScreen = () => <NotAvailablePage title="Transaction" />;
