import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface DiscardQuestionProps {
  opened: boolean;
  onKeep: () => void;
  onDiscard: () => void;
}

/** Asks before something that was entered is lost. Escape keeps it. */
export const DiscardQuestion = ({ opened, onKeep, onDiscard }: DiscardQuestionProps) => {
  const { t } = useTranslation();
  return (
    <Modal opened={opened} onClose={onKeep} title={<Text fw={600}>{t('components.unsaved.title')}</Text>} size="sm">
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
    </Modal>
  );
};
