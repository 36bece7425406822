import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useTRPC } from '../../api/context.tsx';
import { Page } from '../../components/page.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { SearchParamTabs } from '../../components/search-param-tabs.tsx';
import { paths } from '../../paths.ts';
import { Configuration } from './configuration.tsx';
import type { Installation } from './installation.logic.ts';
import { Jobs } from './jobs.tsx';
import { Organizations } from './organizations.tsx';
import { Overview } from './overview.tsx';

/** How the server and its organizations are doing, for operators (DECISION 0215). */
export const InstallationPage = () => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { tab = 'overview' } = useSearch({ from: '/shell/dashboard/server' });
  // Backups, disks and instances change without a topic that would tell.
  const query = useQuery(trpc.installation.getInstallation.queryOptions({}, { staleTime: 0 }));
  const panel = (show: (installation: Installation) => ReactNode) => (
    <QueryBoundary state={query} subject={t('installation.what')}>
      {show}
    </QueryBoundary>
  );
  return (
    <Page
      title={t('installation.title')}
      tab={tab === 'overview' ? undefined : t(`installation.tabs.${tab}`)}
      actions={
        <Button
          variant="default"
          leftSection={<IconRefresh size={18} aria-hidden />}
          loading={query.isFetching}
          onClick={() => void queryClient.invalidateQueries(trpc.installation.pathFilter())}
        >
          {t('installation.refresh')}
        </Button>
      }
    >
      <SearchParamTabs
        open={tab}
        linkTo={(name) => ({ ...paths.installation, search: name === 'overview' ? {} : { tab: name } })}
        tabs={[
          {
            name: 'overview',
            label: t('installation.tabs.overview'),
            panel: panel((installation) => <Overview installation={installation} />),
          },
          { name: 'organizations', label: t('installation.tabs.organizations'), panel: <Organizations /> },
          {
            name: 'jobs',
            label: t('installation.tabs.jobs'),
            panel: panel(({ jobs, database }) => <Jobs jobs={jobs} isShared={database === 'server'} />),
          },
          {
            name: 'configuration',
            label: t('installation.tabs.configuration'),
            panel: panel(({ settings }) => <Configuration settings={settings} />),
          },
        ]}
      />
    </Page>
  );
};
