import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { may } from '#shared/rules/permissions.ts';
import { useMe, useTRPC, useTRPCClient } from '../../../api/context.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { notifyDone } from '../../../components/notify.tsx';
import { Page, Section } from '../../../components/page.tsx';
import { EmptyState, QueryBoundary } from '../../../components/query-boundary.tsx';
import { AnchorLink } from '../../../components/router-link.tsx';
import { paths } from '../../../paths.ts';
import { SandboxNotice } from '../connection-notices.tsx';
import { useConnection, useRefreshHosting } from '../use-hosting.ts';
import { ConnectionForm } from './connection-form.tsx';

/** Provider connection: the sandbox or the user's own account. */
export const HostingSettingsPage = () => {
  const { t } = useTranslation();
  const me = useMe();
  const connection = useConnection();
  return (
    <Page
      title={t('hosting.settings.title')}
      lead={t('hosting.settings.lead')}
      width="form"
      back={
        <AnchorLink {...paths.hosting} size="sm">
          {t('hosting.upgrade.back')}
        </AnchorLink>
      }
    >
      {may(me, 'hosting.settings') ? (
        <Stack gap="lg">
          <SandboxNotice connection={connection} />
          <Connection />
          {connection?.mode === 'sandbox' && <SandboxReset />}
        </Stack>
      ) : (
        <div className="surface">
          <EmptyState icon={<IconLock />} title={t('hosting.settings.ownersOnly.title')}>
            {t('hosting.settings.ownersOnly.text')}
          </EmptyState>
        </div>
      )}
    </Page>
  );
};

const Connection = () => {
  const { t } = useTranslation();
  const query = useQuery(useTRPC().hosting.getProviderSettings.queryOptions({}));
  return (
    <Section title={t('hosting.settings.connection')}>
      <QueryBoundary state={query} subject={t('hosting.settings.what')} loading={<Skeleton h={240} />}>
        {(settings) => <ConnectionForm settings={settings} />}
      </QueryBoundary>
    </Section>
  );
};

const SandboxReset = () => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const refresh = useRefreshHosting();
  const [asking, ask] = useDisclosure();
  return (
    <Section title={t('hosting.reset.title')}>
      <Group justify="space-between">
        <Text size="sm" flex="1 1 280px">
          {t('hosting.reset.lead')}
        </Text>
        <Button color="red" variant="outline" onClick={ask.open}>
          {t('hosting.reset.action')}
        </Button>
      </Group>
      <ConfirmDialog
        opened={asking}
        onClose={ask.close}
        title={t('hosting.reset.question')}
        consequences={[t('hosting.reset.servers'), t('hosting.reset.live')]}
        action={t('hosting.reset.action')}
        onConfirm={async () => {
          await client.hosting.resetSandbox.mutate({});
          await client.hosting.syncServers.mutate({});
          notifyDone(t('hosting.reset.done'));
          await refresh();
        }}
      />
    </Section>
  );
};
