import { TransactionListScreen } from '../transaction/list-screen.tsx';

/** The list of payments; `bulk` takes what other nouns do with many of them at once. */
export const TransactionListRoute = () => <TransactionListScreen />;
