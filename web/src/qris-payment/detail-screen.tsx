import { NotAvailablePage } from '../ui/not-available-page.tsx';

export const QrisPaymentDetailScreen = () => <NotAvailablePage title="QRIS payment" />;
