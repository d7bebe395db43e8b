import { BusinessProfileScreen } from '../../business-profile/profile-screen.tsx';
import { SettlementAccount } from '../../settlement/settlement-account.tsx';

/** The business profile with the settlement bank account, composed of the features that own them. */
export const BusinessProfileRoute = () => <BusinessProfileScreen bank_account={<SettlementAccount />} />;
