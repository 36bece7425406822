import './hosting.css';
import { Button, Stack } from '@mantine/core';
import { IconListCheck, IconRefresh, IconSettings } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { capabilitiesOf } from '#shared/flows/hosting-providers.ts';
import { serverLimits } from '#shared/rules/limits.ts';
import { type Me, useMe, useTRPC } from '../../api/context.tsx';
import { DisabledWithReason } from '../../components/disabled-with-reason.tsx';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { Page } from '../../components/page.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { ButtonLink } from '../../components/router-link.tsx';
import { SearchParamTabs } from '../../components/search-param-tabs.tsx';
import { paths, patterns } from '../../paths.ts';
import { type HostingTab, hostingTabs } from '../../search-params.ts';
import { ApprovalsPanel } from './approvals-panel.tsx';
import { NotConnected, SandboxNotice } from './connection-notices.tsx';
import { CostsPanel } from './costs/costs-panel.tsx';
import { InvoicesPanel } from './costs/invoices-panel.tsx';
import { HistoryPanel } from './runs/history-panel.tsx';
import { settingsDisabledReason } from './servers/servers.logic.ts';
import { ServersPanel } from './servers/servers-panel.tsx';
import { useRefreshHosting } from './use-hosting.ts';

const panels: Record<HostingTab, ComponentType<{ me: Me }>> = {
  servers: ServersPanel,
  costs: CostsPanel,
  invoices: InvoicesPanel,
  history: HistoryPanel,
};

export const HostingPage = () => {
  const { t } = useTranslation();
  const me = useMe();
  const { tab = 'servers' } = useSearch({ from: `/shell${patterns.hosting}` });
  const query = useQuery(useTRPC().hosting.listServers.queryOptions({ limit: 1 }));
  const connection = query.data?.connection;
  return (
    <Page
      title={t('hosting.title')}
      tab={tab === 'servers' ? undefined : t(`hosting.tabs.${tab}`)}
      actions={
        <>
          {connection && <SyncButton />}
          {connection && capabilitiesOf(connection.provider).changes === 'order' && (
            <ButtonLink {...paths.upgrades} variant="default" leftSection={<IconListCheck size={18} aria-hidden />}>
              {t('hosting.queue.title')}
            </ButtonLink>
          )}
          <DisabledWithReason reason={settingsDisabledReason(me, t)}>
            <ButtonLink
              {...paths.hostingSettings}
              variant="default"
              leftSection={<IconSettings size={18} aria-hidden />}
            >
              {t('hosting.settings.title')}
            </ButtonLink>
          </DisabledWithReason>
        </>
      }
    >
      <QueryBoundary state={query} subject={t('hosting.what')}>
        {({ connection }) =>
          connection === null ? (
            <NotConnected me={me} />
          ) : (
            <Stack gap="var(--castellan-gap)">
              <SandboxNotice connection={connection} />
              <ApprovalsPanel me={me} />
              <SearchParamTabs
                open={tab}
                linkTo={(name) => ({ ...paths.hosting, search: name === 'servers' ? {} : { tab: name } })}
                tabs={hostingTabs.map((name) => {
                  const Panel = panels[name];
                  return { name, label: t(`hosting.tabs.${name}`), panel: <Panel me={me} /> };
                })}
              />
            </Stack>
          )
        }
      </QueryBoundary>
    </Page>
  );
};

const SyncButton = () => {
  const { t } = useTranslation();
  const refresh = useRefreshHosting();
  const sync = useMutation(
    useTRPC().hosting.syncServers.mutationOptions({
      onSuccess: async ({ servers, left_out }) => {
        await refresh();
        notifyDone(
          left_out > 0
            ? t('hosting.sync.leftOut', { count: left_out, max: serverLimits.perAccount })
            : t('hosting.sync.done', { count: servers.length }),
        );
      },
      onError: (error) => notifyFailure(t('hosting.sync.failed'), error),
    }),
  );
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={18} aria-hidden />}
      loading={sync.isPending}
      onClick={() => sync.mutate({})}
    >
      {t('hosting.sync.action')}
    </Button>
  );
};
