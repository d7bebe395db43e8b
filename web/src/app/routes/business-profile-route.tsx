import { LogoSection } from '../../branding/logo-section.tsx';
import { BusinessProfileScreen } from '../../business-profile/profile-screen.tsx';
import { SettlementAccount } from '../../settlement/settlement-account.tsx';
import { loadPictureBusinessProfile } from '../session/load-slices.ts';

/** The business profile with the settlement bank account and the logo, composed of the features that own them. */
export const BusinessProfileRoute = () => (
  <BusinessProfileScreen
    bank_account={<SettlementAccount />}
    logo={<LogoSection onChange={() => void loadPictureBusinessProfile()} />}
  />
);
