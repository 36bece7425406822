import { Alert, Group, Text } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useTRPC } from '../../api/context.tsx';
import { formatDateTime } from '../../components/dates.ts';
import { pageWidth } from '../../components/page.tsx';
import { useDateStyle } from '../../components/preferences.tsx';
import { ButtonLink } from '../../components/router-link.tsx';
import { paths } from '../../paths.ts';

/** During the grace period, tells people without two-factor authentication until when they have to set it up. */
export const SecondFactorBanner = () => {
  const { t } = useTranslation();
  const style = useDateStyle();
  const { data } = useQuery(useTRPC().security.getSecondFactor.queryOptions());
  if (!data?.required_from || data.enabled) return null;
  const date = formatDateTime(data.required_from, style);
  return (
    <Alert
      color="yellow"
      mb="lg"
      maw={pageWidth}
      mx="auto"
      icon={<IconShieldLock aria-hidden />}
      title={t('security.setUp.banner', { date })}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm">{t('security.setUp.bannerText')}</Text>
        <ButtonLink {...paths.ownSecondFactor} size="xs" variant="default">
          {t('security.setUp.bannerAction')}
        </ButtonLink>
      </Group>
    </Alert>
  );
};
