import { NotAvailablePage } from '../../ui/not-available-page.tsx';

/** Placeholder of a protected screen that is not released yet, inside the frame. */
export const notBuilt = (title: () => string) =>
  function NotBuilt() {
    return <NotAvailablePage title={title()} />;
  };
