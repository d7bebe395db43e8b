import { CommissionDetailScreen } from '../../account-group-commission/detail-screen.tsx';
import { RequestDecision } from '../../approval/request-decision.tsx';

/** A commission rule with the decision of its request for approval. */
export const CommissionDetailRoute = () => <CommissionDetailScreen decision={(id) => <RequestDecision id={id} />} />;
