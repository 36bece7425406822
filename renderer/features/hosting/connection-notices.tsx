import { Alert, Box, Button, SimpleGrid, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconAlertTriangle, IconFlask, IconPlugConnected } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { hostingProviders, type ProviderName } from '#shared/flows/hosting-providers.ts';
import { type Me, useTRPCClient } from '../../api/context.tsx';
import { DisabledWithReason } from '../../components/disabled-with-reason.tsx';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { ButtonLink } from '../../components/router-link.tsx';
import { paths } from '../../paths.ts';
import { type Connection, settingsDisabledReason } from './servers/servers.logic.ts';
import { useRefreshHosting } from './use-hosting.ts';

/** First-time setup: the sandbox with sample servers, or the user's own account. */
export const NotConnected = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const refresh = useRefreshHosting();
  const disabledReason = settingsDisabledReason(me, t);
  const begin = useMutation({
    mutationFn: async () => {
      await client.hosting.updateProviderSettings.mutate({ mode: 'sandbox' });
      await client.hosting.syncServers.mutate({});
    },
    onSuccess: () => notifyDone(t('hosting.connect.sandbox.done')),
    onError: (error) => notifyFailure(t('hosting.connect.sandbox.failed'), error),
    onSettled: refresh,
  });
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Choice
        icon={<IconFlask size={24} />}
        title={t('hosting.connect.sandbox.title')}
        text={t('hosting.connect.sandbox.text')}
      >
        <DisabledWithReason reason={disabledReason}>
          <Button loading={begin.isPending} onClick={() => begin.mutate()}>
            {t('hosting.connect.sandbox.action')}
          </Button>
        </DisabledWithReason>
      </Choice>
      <Choice
        icon={<IconPlugConnected size={24} />}
        title={t('hosting.connect.live.title')}
        text={t('hosting.connect.live.text')}
      >
        <DisabledWithReason reason={disabledReason}>
          <ButtonLink {...paths.hostingSettings} variant="default">
            {t('hosting.connect.live.action')}
          </ButtonLink>
        </DisabledWithReason>
      </Choice>
    </SimpleGrid>
  );
};

interface ChoiceProps {
  icon: ReactNode;
  title: string;
  text: string;
  children: ReactNode;
}

const Choice = ({ icon, title, text, children }: ChoiceProps) => (
  <Stack className="surface" p="lg" align="flex-start" gap="sm">
    <ThemeIcon variant="light" size={44} aria-hidden>
      {icon}
    </ThemeIcon>
    <Title order={2}>{title}</Title>
    <Text size="sm" c="dimmed" flex={1}>
      {text}
    </Text>
    {children}
  </Stack>
);

/** Shown on every hosting screen while the data is from the sandbox. */
export const SandboxNotice = ({ connection }: { connection: Connection | undefined }) => {
  const { t } = useTranslation();
  if (connection?.mode !== 'sandbox') return null;
  return (
    <Box role="note" aria-label={t('hosting.sandbox.title')} className="strip sandbox-strip" mb={0}>
      <IconFlask size={16} aria-hidden />
      <Text span size="sm" fw={600}>
        {t('hosting.sandbox.title')}
      </Text>
      <Text span size="sm" c="dimmed" flex="1 1 240px" visibleFrom="xs">
        {t('hosting.sandbox.text')}
      </Text>
      <Text span size="xs" c="dimmed" hiddenFrom="xs">
        {t('hosting.sandbox.short')}
      </Text>
    </Box>
  );
};

/** Says that no one has run a provider on a real account yet. */
export const ExperimentalNotice = ({ provider }: { provider: ProviderName }) => {
  const { t } = useTranslation();
  const { label: name, isExperimental } = hostingProviders[provider];
  if (!isExperimental) return null;
  return (
    <Alert
      color="yellow"
      title={t('hosting.settings.experimental.title', { name })}
      icon={<IconAlertTriangle aria-hidden />}
    >
      {t('hosting.settings.experimental.text')}
    </Alert>
  );
};
