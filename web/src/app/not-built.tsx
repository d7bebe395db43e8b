import { NotAvailablePage } from '../ui/not-available-page.tsx';

/** A protected screen that does not exist yet, inside the frame. */
export const notBuilt = (title: string) =>
  function NotBuilt() {
    return <NotAvailablePage title={title} />;
  };
