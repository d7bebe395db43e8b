import { ProfileScreen } from '../../profile/profile-screen.tsx';
import { loadProfile } from '../session/load-slices.ts';
import { switchLanguage } from '../session/switch-language.ts';

/** The screen with the switch of the language. */
export const ProfileRoute = () => <ProfileScreen onSwitchLanguage={switchLanguage} onSaved={loadProfile} />;
