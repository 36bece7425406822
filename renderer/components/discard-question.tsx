import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from './dialog.tsx';

interface DiscardQuestionProps {
  opened: boolean;
  onKeep: () => void;
  onDiscard: () => void;
}

/** Asks before something that was entered is lost. Escape keeps it. */
export const DiscardQuestion = ({ opened, onKeep, onDiscard }: DiscardQuestionProps) => {
  const { t } = useTranslation();
  return (
    <Dialog opened={opened} onClose={onKeep} title={<Text fw={600}>{t('components.unsaved.title')}</Text>} size="sm">
      <Stack>
        <Text size="sm">{t('components.unsaved.text')}</Text>
        <Group className="dialog-buttons">
          <Button variant="default" onClick={onDiscard}>
            {t('components.unsaved.discard')}
          </Button>
          <Button onClick={onKeep} data-autofocus>
            {t('components.unsaved.keep')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
};
