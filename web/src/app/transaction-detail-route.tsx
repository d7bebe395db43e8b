import { TransactionDetailScreen } from '../transaction/detail-screen.tsx';

/** One payment; `actions` and `panels` take what other nouns do with it and know of it. */
export const TransactionDetailRoute = () => <TransactionDetailScreen />;
