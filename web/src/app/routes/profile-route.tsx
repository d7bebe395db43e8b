import { ProfileScreen } from '../../profile/profile-screen.tsx';
import { loadProfile } from '../session/load-slices.ts';

/** The screen with the slice that it is filled from. */
export const ProfileRoute = () => <ProfileScreen onSaved={() => void loadProfile()} />;
