import { NotAvailablePage } from '../ui/not-available-page.tsx';

export const ManageNotificationsScreen = () => <NotAvailablePage title="Email Notifications" />;
