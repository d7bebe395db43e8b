import { NotAvailablePage } from '../ui/not-available-page.tsx';

export const QrisPaymentListScreen = () => <NotAvailablePage title="QRIS payments" />;
