import { NotAvailablePage } from '../ui/not-available-page.tsx';

export const TransactionListScreen = () => <NotAvailablePage title="Transactions" />;
