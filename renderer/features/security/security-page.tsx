import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../api/context.tsx';
import { Page } from '../../components/page.tsx';
import { SearchParamTabs } from '../../components/search-param-tabs.tsx';
import { paths } from '../../paths.ts';
import { MembersAtRisk } from './members-at-risk.tsx';
import { Overview } from './overview.tsx';
import { TeamSessions } from './team-sessions.tsx';

/** How the accounts of the team are protected, and who is signed in. */
export const SecurityPage = () => {
  const { t } = useTranslation();
  const me = useMe();
  const { tab = 'overview' } = useSearch({ from: '/shell/dashboard/security' });
  return (
    <Page
      title={t('security.overview.title')}
      tab={tab === 'overview' ? undefined : t(`security.overview.tabs.${tab}`)}
    >
      <SearchParamTabs
        open={tab}
        linkTo={(name) => ({ ...paths.security, search: name === 'overview' ? {} : { tab: name } })}
        tabs={[
          { name: 'overview', label: t('security.overview.tabs.overview'), panel: <Overview me={me} /> },
          { name: 'members', label: t('security.overview.tabs.members'), panel: <MembersAtRisk me={me} /> },
          { name: 'sessions', label: t('security.overview.tabs.sessions'), panel: <TeamSessions me={me} /> },
        ]}
      />
    </Page>
  );
};
