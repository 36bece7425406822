import { useSearch } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { type Me, useMe } from '../../api/context.tsx';
import { Page } from '../../components/page.tsx';
import { SearchParamTabs } from '../../components/search-param-tabs.tsx';
import { paths } from '../../paths.ts';
import { type ProfileTab, profileTabs } from '../../search-params.ts';
import { DataTab } from './data-tab.tsx';
import { DetailsTab } from './details-tab.tsx';
import { EmailTab } from './email-tab.tsx';
import { PasswordTab } from './password-tab.tsx';
import { PreferencesTab } from './preferences-tab.tsx';

/** Tabs of other features. */
type OtherTab = 'passkeys' | 'second-factor' | 'api-keys' | 'applications';
type Panel = ComponentType<{ me: Me }>;

const ownPanels: Record<Exclude<ProfileTab, OtherTab>, Panel> = {
  details: DetailsTab,
  preferences: PreferencesTab,
  password: PasswordTab,
  email: EmailTab,
  data: DataTab,
};

export const ProfilePage = ({ others }: { others: Record<OtherTab, Panel> }) => {
  const panels: Record<ProfileTab, Panel> = { ...ownPanels, ...others };
  const { t } = useTranslation();
  const me = useMe();
  const { tab = 'details' } = useSearch({ from: '/shell/dashboard/profile' });
  return (
    <Page title={t('profile.title')} tab={tab === 'details' ? undefined : t(`profile.tabs.${tab}`)} width="form">
      <SearchParamTabs
        open={tab}
        linkTo={(name) => ({ ...paths.profile, search: name === 'details' ? {} : { tab: name } })}
        tabs={profileTabs.map((name) => {
          const Panel = panels[name];
          return { name, label: t(`profile.tabs.${name}`), panel: <Panel me={me} /> };
        })}
      />
    </Page>
  );
};
