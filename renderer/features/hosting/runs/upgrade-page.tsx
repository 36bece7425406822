import '../hosting.css';
import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMe, useTRPC } from '../../../api/context.tsx';
import { Page } from '../../../components/page.tsx';
import { QueryBoundary } from '../../../components/query-boundary.tsx';
import { AnchorLink } from '../../../components/router-link.tsx';
import { paths, patterns } from '../../../paths.ts';
import { SandboxNotice } from '../sandbox-notice.tsx';
import { useConnection } from '../use-connection.ts';
import { shownRun } from './runs.logic.ts';
import { useLatestRun } from './use-run.ts';
import { Wizard } from './wizard.tsx';

/** One server's upgrade, from browsing plans to the end. The user can leave and resume later. */
export const UpgradePage = () => {
  const { t } = useTranslation();
  const me = useMe();
  const { serviceId } = useParams({ from: `/shell${patterns.upgrade}` });
  const server = useQuery(useTRPC().hosting.getServer.queryOptions({ serviceid: serviceId }));
  const runs = useLatestRun(serviceId);
  const connection = useConnection();
  return (
    <Page
      title={server.data ? t('hosting.upgrade.titleOf', { server: server.data.label }) : t('hosting.upgrade.title')}
      back={
        <AnchorLink {...paths.hosting} size="sm">
          {t('hosting.upgrade.back')}
        </AnchorLink>
      }
    >
      <Stack gap="lg">
        <SandboxNotice connection={connection} />
        <QueryBoundary state={server} subject={t('hosting.upgrade.what')} loading={<Skeleton h={320} />}>
          {(server) => (
            <QueryBoundary state={runs} subject={t('hosting.upgrade.runs')} loading={<Skeleton h={320} />}>
              {({ runs: [latest] }) => (
                <Wizard me={me} server={server} run={shownRun(latest)} connection={connection} />
              )}
            </QueryBoundary>
          )}
        </QueryBoundary>
      </Stack>
    </Page>
  );
};
