import { ProfilePage } from './features/profile/profile-page.tsx';
import { ApiKeysTab } from './features/security/api-keys-tab.tsx';
import { SecondFactorTab } from './features/security/second-factor-tab.tsx';

/** The profile with another feature's tabs. Features don't import each other; routes know them all. */
export const ProfileRoute = () => <ProfilePage others={{ 'second-factor': SecondFactorTab, 'api-keys': ApiKeysTab }} />;
