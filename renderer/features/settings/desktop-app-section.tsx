import { Anchor, Box, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Me, useTenant } from '../../api/context.tsx';
import { CopyField } from '../../components/copy-field.tsx';
import { Section } from '../../components/page.tsx';
import { QrCode } from '../../components/qr-code.tsx';
import { desktopAppLink } from './settings.logic.ts';

/** Connects the desktop app of another computer to this server, by a link or a QR code. */
export const DesktopAppSection = ({ me, address }: { me: Me; address: string }) => {
  const { t } = useTranslation();
  const tenant = useTenant(me);
  const link = desktopAppLink(address, tenant?.name ?? '');
  return (
    <Section id="desktop-app" title={t('settings.desktopApp.title')} lead={t('settings.desktopApp.lead')}>
      {link !== undefined ? (
        <Group align="flex-start" gap="lg">
          <QrCode value={link} title={t('settings.desktopApp.qrCode')} />
          <Box flex={1} miw={240}>
            <Stack>
              <Text size="sm">{t('settings.desktopApp.how')}</Text>
              <CopyField label={t('settings.desktopApp.link')} value={link} />
              <Anchor href={link} size="sm" underline="always">
                {t('settings.desktopApp.open')}
              </Anchor>
            </Stack>
          </Box>
        </Group>
      ) : (
        <Text size="sm" c="dimmed">
          {t('settings.desktopApp.unreachable')}
        </Text>
      )}
    </Section>
  );
};
