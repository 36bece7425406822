import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ComponentType } from 'react';
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

const labels: Record<ProfileTab, string> = {
  details: 'Details',
  preferences: 'Preferences',
  password: 'Password',
  email: 'E-mail',
  'second-factor': 'Second factor',
  'api-keys': 'API keys',
  data: 'Data and deletion',
};

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
  const me = useMe();
  const { tab = 'details' } = useSearch({ from: '/shell/dashboard/profile' });
  const navigate = useNavigate();
  return (
    <Page title="Profile" lead="Your account, and how the console looks to you." width="form">
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
              {labels[name]}
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
