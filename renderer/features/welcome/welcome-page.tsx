import { Box, Button, Group, SimpleGrid, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconBuildingCastle, IconTelescope } from '@tabler/icons-react';
import { useLoaderData } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../api/problem.ts';
import { AppearanceMenus } from '../../components/choice-menu.tsx';
import { FailureAlert } from '../../components/failure-alert.tsx';
import { Logo } from '../../components/logo.tsx';
import { ButtonLink } from '../../components/router-link.tsx';
import { paths } from '../../paths.ts';
import { useCreateSample, useEnterSample } from './use-sample.ts';

/** The first screen of a new installation: set up for real, or try sample data first. */
export const WelcomePage = () => {
  const { t } = useTranslation();
  const { first_run, sample_offered } = useLoaderData({ from: '/welcome' });
  return (
    <Box mih="100dvh" p="md">
      <title>{t('welcome.tab')}</title>
      <AppearanceMenus />
      <Stack component="main" id="main" tabIndex={-1} maw={880} mx="auto" gap="xl" py={{ base: 'lg', sm: 48 }}>
        <Stack gap="xs">
          <Logo size={36} />
          <Title order={1} mt="md">
            {t('welcome.title')}
          </Title>
          <Text c="dimmed" maw={640}>
            {t(first_run ? 'welcome.lead' : 'welcome.leadAgain')}
          </Text>
        </Stack>
        <Choices offered={sample_offered} exists={!first_run} />
      </Stack>
    </Box>
  );
};

const Choices = ({ offered, exists }: { offered: boolean; exists: boolean }) => {
  const { t } = useTranslation();
  const create = useCreateSample();
  const enter = useEnterSample();
  const isBusy = create.isPending || enter.isPending;
  const error = create.error ?? enter.error;
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, sm: offered ? 2 : 1 }} spacing="lg">
        <Choice
          icon={<IconBuildingCastle aria-hidden />}
          title={t('welcome.own.title')}
          text={t('welcome.own.text')}
          action={<ButtonLink {...paths.signup}>{t('welcome.own.action')}</ButtonLink>}
        />
        {offered && (
          <Choice
            icon={<IconTelescope aria-hidden />}
            title={t(exists ? 'welcome.sample.again' : 'welcome.sample.title')}
            text={t('welcome.sample.text')}
            action={
              exists ? (
                <Group grow preventGrowOverflow={false} gap="sm">
                  <Button
                    variant="default"
                    loading={create.isPending}
                    disabled={isBusy}
                    onClick={() => create.mutate()}
                  >
                    {t('welcome.sample.startOver')}
                  </Button>
                  <Button
                    variant="default"
                    loading={enter.isPending}
                    disabled={isBusy}
                    onClick={() => enter.mutate('owner')}
                  >
                    {t('welcome.sample.open')}
                  </Button>
                </Group>
              ) : (
                <Button variant="default" loading={create.isPending} onClick={() => create.mutate()}>
                  {t('welcome.sample.action')}
                </Button>
              )
            }
          />
        )}
      </SimpleGrid>
      {error && <FailureAlert failure={failureOf(error)} title={t('welcome.sample.failed')} />}
    </Stack>
  );
};

interface ChoiceProps {
  icon: ReactNode;
  title: string;
  text: string;
  action: ReactNode;
}

const Choice = ({ icon, title, text, action }: ChoiceProps) => (
  <Stack component="section" className="surface" p={{ base: 'md', xs: 'xl' }} gap="lg" justify="space-between">
    <Stack gap="md">
      <ThemeIcon variant="light" size={44} radius="xl" aria-hidden>
        {icon}
      </ThemeIcon>
      <Title order={2}>{title}</Title>
      <Text size="sm">{text}</Text>
    </Stack>
    {action}
  </Stack>
);
