import { Box, Text } from '@mantine/core';
import { IconMailPause } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Me, useTenant, useTRPC } from '../../api/context.tsx';
import { ButtonLink } from '../../components/router-link.tsx';
import { paths } from '../../paths.ts';

/** Beside the title, while email is held: there is no mail server, or it refuses the sender. */
export const HeldNotice = ({ me }: { me: Me }) => {
  const { data: settings } = useQuery(useTRPC().mail.getMailSettings.queryOptions());
  const isKept = useTenant(me)?.sends_email === false;
  if (isKept) return <Notice reason="kept" changeable={settings?.changeable === true} />;
  return settings?.sender_refused ? <Notice reason="senderRefused" changeable={settings.changeable} /> : null;
};

const Notice = ({ reason, changeable }: { reason: 'kept' | 'senderRefused'; changeable: boolean }) => {
  const { t } = useTranslation();
  return (
    <Box role="note" aria-label={t(`mail.holds.${reason}.title`)} className="strip" data-urgent mb={0}>
      <IconMailPause size={16} aria-hidden />
      <Text span size="sm" hiddenFrom="md">
        {t(`mail.holds.${reason}.title`)}
      </Text>
      <Text span size="sm" visibleFrom="md">
        {t(`mail.holds.${reason}.text`)}
      </Text>
      {changeable && (
        <ButtonLink {...paths.mailServer} size="compact-xs" variant="default">
          {t(`mail.holds.${reason}.action`)}
        </ButtonLink>
      )}
    </Box>
  );
};
