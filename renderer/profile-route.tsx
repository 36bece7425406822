import { ProfilePage } from './features/profile/profile-page.tsx';
import { ApiKeysTab } from './features/security/api-keys-tab.tsx';
import { SecondFactorTab } from './features/security/second-factor-tab.tsx';

/** The profile with the tabs of another feature: features do not know each other, the routes know them all. */
export const ProfileRoute = () => <ProfilePage others={{ 'second-factor': SecondFactorTab, 'api-keys': ApiKeysTab }} />;
