import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { type Me, useMe } from '../../api/me.ts';
import { Page } from '../../components/page.tsx';
import { paths } from '../../paths.ts';
import { choiceParam } from '../../search-params.ts';
import { DataTab } from './data-tab.tsx';
import { DetailsTab } from './details-tab.tsx';
import { EmailTab } from './email-tab.tsx';
import { PasswordTab } from './password-tab.tsx';
import { PreferencesTab } from './preferences-tab.tsx';
import { type OtherTab, type ProfileTab, profileTabs } from './profile-search.ts';

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
  const navigate = useNavigate();
  return (
    <Page title={t('profile.title')} lead={t('profile.lead')} width="form">
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(next) => {
          const chosen = choiceParam(next, profileTabs);
          void navigate({ ...paths.profile, search: chosen && chosen !== 'details' ? { tab: chosen } : {} });
        }}
      >
        <Tabs.List mb="lg">
          {profileTabs.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`profile.tabs.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {profileTabs.map((name) => {
          const Panel = panels[name];
          return (
            <Tabs.Panel key={name} value={name}>
              <Panel me={me} />
            </Tabs.Panel>
          );
        })}
      </Tabs>
    </Page>
  );
};
