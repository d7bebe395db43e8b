import { RequestDecision } from '../../approval/request-decision.tsx';
import { useHasAccess } from '../../api/signed-in.ts';
import { MerchantAuditPanel } from '../../audit/audit-panel.tsx';
import { PricingPanel } from '../../fee-rule/pricing-panel.tsx';
import { openImpersonated } from '../session/impersonation.ts';
import { MerchantDetailScreen } from '../../merchant/detail-screen.tsx';
import { VerificationReviewPanel } from '../../verification/review-panel.tsx';

/** A merchant of the provider, with the sections of other features. */
export function MerchantDetailRoute() {
  const may_review = useHasAccess('Verification', 'view');
  return (
    <MerchantDetailScreen
      {...(may_review ? { verification: ({ id }) => <VerificationReviewPanel merchant_id={id} /> } : {})}
      onImpersonated={openImpersonated}
      pricing={(merchant_id) => <PricingPanel merchant_id={merchant_id} />}
      decision={(id) => <RequestDecision id={id} />}
      audit={(merchant_id) => <MerchantAuditPanel merchant_id={merchant_id} />}
    />
  );
}
