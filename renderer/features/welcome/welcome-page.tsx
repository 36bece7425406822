import { Box, Button, Group, List, SimpleGrid, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconBuildingCastle, IconTelescope } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useLoaderData } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTRPC } from '../../api/context.tsx';
import { failureOf } from '../../api/problem.ts';
import { ColorSchemeMenu, LanguageMenu } from '../../components/choice-menu.tsx';
import { FailureAlert } from '../../components/failure-alert.tsx';
import { Logo } from '../../components/logo.tsx';
import { AnchorLink, ButtonLink } from '../../components/router-link.tsx';
import { richText } from '../../languages/rich-text.tsx';
import { paths } from '../../paths.ts';
import { type Sample, SampleReady } from './sample-ready.tsx';

/** The first screen of a new installation: set up for real, or try sample data first. */
export const WelcomePage = () => {
  const { t } = useTranslation();
  const { first_run, sample_offered } = useLoaderData({ from: '/welcome' });
  const [sample, setSample] = useState<Sample>();
  return (
    <Box mih="100dvh" p="md">
      <title>{t('welcome.tab')}</title>
      <Group justify="flex-end" gap="xs">
        <LanguageMenu />
        <ColorSchemeMenu />
      </Group>
      <Stack component="main" id="main" tabIndex={-1} maw={880} mx="auto" gap="xl" py={{ base: 'lg', sm: 48 }}>
        <Stack gap="xs">
          <Logo size={36} />
          <Title order={1} mt="md">
            {t('welcome.title')}
          </Title>
          {!sample && (
            <Text c="dimmed" maw={640}>
              {t(first_run ? 'welcome.lead' : 'welcome.leadAgain')}
            </Text>
          )}
        </Stack>
        {sample ? <SampleReady sample={sample} /> : <Choices offered={sample_offered} onSample={setSample} />}
        {!first_run && !sample && (
          <Text size="sm" c="dimmed">
            {richText(
              {
                signIn: (
                  <AnchorLink {...paths.login} underline="always">
                    {t('auth.signup.signIn')}
                  </AnchorLink>
                ),
              },
              (marks) => t('welcome.haveSample', marks),
            )}
          </Text>
        )}
      </Stack>
    </Box>
  );
};

const Choices = ({ offered, onSample }: { offered: boolean; onSample: (sample: Sample) => void }) => {
  const { t } = useTranslation();
  const create = useMutation(useTRPC().welcome.createSampleTenant.mutationOptions({ onSuccess: onSample }));
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, sm: offered ? 2 : 1 }} spacing="lg">
        <Choice
          icon={<IconBuildingCastle aria-hidden />}
          title={t('welcome.own.title')}
          points={[t('welcome.own.account'), t('welcome.own.team'), t('welcome.own.mail')]}
          action={<ButtonLink {...paths.signup}>{t('welcome.own.action')}</ButtonLink>}
        />
        {offered && (
          <Choice
            icon={<IconTelescope aria-hidden />}
            title={t('welcome.sample.title')}
            points={[t('welcome.sample.people'), t('welcome.sample.marked'), t('welcome.sample.noMail')]}
            action={
              <Button variant="default" loading={create.isPending} onClick={() => create.mutate({})}>
                {t('welcome.sample.action')}
              </Button>
            }
          />
        )}
      </SimpleGrid>
      {create.error && <FailureAlert failure={failureOf(create.error)} title={t('welcome.sample.failed')} />}
    </Stack>
  );
};

interface ChoiceProps {
  icon: ReactNode;
  title: string;
  /** What the choice includes, one sentence each. */
  points: readonly string[];
  action: ReactNode;
}

const Choice = ({ icon, title, points, action }: ChoiceProps) => (
  <Stack component="section" className="surface" p={{ base: 'md', xs: 'xl' }} gap="md" justify="space-between">
    <Stack gap="md">
      <ThemeIcon variant="light" size={44} radius="xl" aria-hidden>
        {icon}
      </ThemeIcon>
      <Title order={2}>{title}</Title>
      <List size="sm" spacing="xs">
        {points.map((point) => (
          <List.Item key={point}>{point}</List.Item>
        ))}
      </List>
    </Stack>
    {action}
  </Stack>
);
