import { NotAvailablePage } from '../../ui/not-available-page.tsx';
import { type Messages, messages } from './messages.ts';

/** Placeholder of a protected screen, inside the frame. */
export const NotAvailableScreen = ({ title }: { title: keyof Messages['titles'] }) => (
  <NotAvailablePage title={messages().titles[title]} />
);
