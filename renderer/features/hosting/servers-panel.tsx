import { Stack, Text } from '@mantine/core';
import { IconServer2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useTRPC } from '../../api/context.tsx';
import type { Me } from '../../api/me.ts';
import { Empty } from '../../components/empty.tsx';
import { Loadable } from '../../components/loadable.tsx';
import { Section } from '../../components/page.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { useMoney } from '../../components/use-money.ts';
import { phrase } from '../../languages/phrase.tsx';
import { IpAddresses } from './ip-addresses.tsx';
import { ServerRow } from './server-row.tsx';

export const ServersPanel = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const { money } = useMoney();
  const query = useQuery(useTRPC().hosting.listServers.queryOptions({}));
  const { synced_at, monthly_cost } = query.data ?? {};
  return (
    <Stack gap="lg">
      <Section
        title={t('hosting.servers.title')}
        lead={
          synced_at
            ? phrase({ when: <Timestamp value={synced_at} show="relative" /> }, (marks) =>
                t('hosting.servers.syncedAt', marks),
              )
            : t('hosting.servers.neverSynced')
        }
        actions={
          monthly_cost !== undefined && (
            <div>
              <Text size="xs" c="dimmed">
                {t('hosting.servers.monthlyCost')}
              </Text>
              <Text fz={22} fw={650} lh={1.2} ta={{ sm: 'right' }}>
                {money(monthly_cost)}
              </Text>
            </div>
          )
        }
      >
        <Loadable state={query} what={t('hosting.servers.what')}>
          {({ servers }) =>
            servers.length === 0 ? (
              <Empty icon={<IconServer2 />} title={t('hosting.servers.none.title')}>
                {t('hosting.servers.none.text')}
              </Empty>
            ) : (
              <Stack
                component="ul"
                gap={0}
                p={0}
                m={0}
                style={{ listStyle: 'none' }}
                aria-label={t('hosting.servers.title')}
              >
                {servers.map((server) => (
                  <ServerRow key={server.serviceid} me={me} server={server} />
                ))}
              </Stack>
            )
          }
        </Loadable>
      </Section>
      <IpAddresses me={me} servers={query.data?.servers ?? []} />
    </Stack>
  );
};
