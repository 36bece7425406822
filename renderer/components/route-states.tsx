import { Button, Center, Loader, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../api/problem.ts';
import { paths } from '../paths.ts';
import { FailureAlert } from './failure-alert.tsx';
import { Logo } from './logo.tsx';

/** A page that failed to load: its code, or the data it needs first. */
export const RouteFailure = ({ error, reset }: ErrorComponentProps) => {
  const { t } = useTranslation();
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <Center component="main" mih="60vh" p="md">
      <title>{tabTitle(t('components.notLoaded.tab'))}</title>
      <Stack maw={520} w="100%">
        <Logo size={36} />
        <Title order={1} mt="md">
          {t('components.notLoaded.title')}
        </Title>
        <FailureAlert failure={failureOf(error)} onRetry={retry} />
      </Stack>
    </Center>
  );
};

export const RouteNotFound = () => {
  const { t } = useTranslation();
  const router = useRouter();
  return (
    <Center component="main" mih="60vh" p="md">
      <title>{tabTitle(t('components.notFound.tab'))}</title>
      <Stack w="100%" maw={440} gap="lg">
        <Center>
          <Logo size={36} />
        </Center>
        <Stack gap="lg" className="surface" p={{ base: 'md', xs: 'xl' }}>
          <div>
            <Title order={1}>{t('components.notFound.title')}</Title>
            <Text c="dimmed" size="sm" mt={4}>
              {t('components.notFound.text')}
            </Text>
          </div>
          <Button fullWidth onClick={() => void router.navigate(paths.dashboard)}>
            {t('components.notFound.action')}
          </Button>
        </Stack>
      </Stack>
    </Center>
  );
};

export const PageLoader = () => {
  const { t } = useTranslation();
  return (
    <Center mih="50vh" role="status">
      <Loader aria-hidden />
      <VisuallyHidden>{t('components.loading')}</VisuallyHidden>
    </Center>
  );
};

/** Title of the browser tab: the page, then the program. */
export const tabTitle = (page: string): string => `${page} · Castellan`;
