import { Button, Center, Loader, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { tabTitle } from '../../components/route-states.tsx';

/** Shown while the system prompts for the keyring password, which may take any length of time. */
export const KeyringPage = ({ onSkip }: { onSkip: () => void }) => {
  const { t } = useTranslation();
  return (
    <Center component="main" mih="100vh" p="md">
      <title>{tabTitle(t('desktop.keyring.title'))}</title>
      <Stack maw={440} align="center" ta="center" gap="md" role="status">
        <Loader aria-hidden />
        <Title order={1}>{t('desktop.keyring.title')}</Title>
        <Text c="dimmed">{t('desktop.keyring.text')}</Text>
        <Button variant="default" onClick={onSkip}>
          {t('desktop.keyring.skip')}
        </Button>
      </Stack>
    </Center>
  );
};
