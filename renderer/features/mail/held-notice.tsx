import { Box, Text } from '@mantine/core';
import { IconMailPause } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Me, useTenant, useTRPC } from '../../api/context.tsx';
import { ButtonLink } from '../../components/router-link.tsx';
import { paths } from '../../paths.ts';

/** Beside the title, while email is held because there is no mail server. */
export const HeldNotice = ({ me }: { me: Me }) => (useTenant(me)?.sends_email === false ? <Notice /> : null);

const Notice = () => {
  const { t } = useTranslation();
  const settings = useQuery(useTRPC().mail.getMailSettings.queryOptions());
  return (
    <Box role="note" aria-label={t('mail.kept.title')} className="strip" data-urgent mb={0}>
      <IconMailPause size={16} aria-hidden />
      <Text span size="sm" hiddenFrom="md">
        {t('mail.kept.title')}
      </Text>
      <Text span size="sm" visibleFrom="md">
        {t('mail.kept.text')}
      </Text>
      {settings.data?.changeable && (
        <ButtonLink {...paths.mailServer} size="compact-xs" variant="default">
          {t('mail.kept.action')}
        </ButtonLink>
      )}
    </Box>
  );
};
