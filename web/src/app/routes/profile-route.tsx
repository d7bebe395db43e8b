import { ProfileScreen } from '../../profile/profile-screen.tsx';
import { SecurityPanels } from '../../second-factor/security-panels.tsx';
import { loadProfile } from '../session/load-slices.ts';
import { switchLanguage, switchTimeZone } from '../session/switch-language.ts';

/** The screen with the switch of the language, and the second factors of the user. */
export const ProfileRoute = () => (
  <ProfileScreen
    onSwitchLanguage={switchLanguage}
    onSwitchTimeZone={switchTimeZone}
    onSaved={loadProfile}
    panels={<SecurityPanels />}
  />
);
