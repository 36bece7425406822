import { Alert, Stack, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Page } from '../../components/page.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { paths } from '../../paths.ts';
import type { NavigationItem } from './navigation.logic.ts';

const ToDashboard = () => {
  const { t } = useTranslation();
  return (
    <AnchorLink {...paths.dashboard} size="sm">
      {t('components.notFound.action')}
    </AnchorLink>
  );
};

/** Instead of a page on which the user's role can do nothing. The service would refuse all that it shows. */
export const RefusedPage = ({ name }: Pick<NavigationItem, 'name'>) => {
  const { t } = useTranslation();
  return (
    <Page title={t(`navigation.${name}`)} width="form">
      <Alert color="gray" role="alert" title={t('errors.FORBIDDEN')} icon={<IconLock aria-hidden />}>
        <Stack gap="xs" align="flex-start">
          <Text size="sm">{t('shell.refused')}</Text>
          <ToDashboard />
        </Stack>
      </Alert>
    </Page>
  );
};

/** For an address below the dashboard that leads nowhere. */
export const NotFoundPage = () => {
  const { t } = useTranslation();
  return (
    <Page title={t('components.notFound.title')} lead={t('components.notFound.text')}>
      <ToDashboard />
    </Page>
  );
};
