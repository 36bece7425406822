import { Group, Kbd, Stack, Switch, Text } from '@mantine/core';
import { useOs } from '@mantine/hooks';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../components/dialog.tsx';
import { keyName, type Shortcut } from './shortcuts.logic.ts';

interface ShortcutsDialogProps {
  shortcuts: readonly Shortcut[];
  opened: boolean;
  onClose: () => void;
  /** Whether shortcuts without Ctrl or ⌘ are enabled (WCAG 2.1.4). */
  singleKeys: boolean;
  onSingleKeys: (on: boolean) => void;
}

/** Lists the keyboard shortcuts. */
export const ShortcutsDialog = ({ shortcuts, opened, onClose, singleKeys, onSingleKeys }: ShortcutsDialogProps) => {
  const { t } = useTranslation();
  return (
    <Dialog opened={opened} onClose={onClose} title={<Text fw={600}>{t('shortcuts.title')}</Text>}>
      <Stack>
        <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t('shortcuts.title')}>
          {shortcuts.map(({ keys, label }) => (
            <Group component="li" key={label} justify="space-between" wrap="nowrap">
              <Text size="sm">{label}</Text>
              <Keys keys={keys} />
            </Group>
          ))}
        </Stack>
        <Switch
          label={t('shortcuts.single')}
          description={t('shortcuts.singleHint')}
          checked={singleKeys}
          onChange={(event) => onSingleKeys(event.currentTarget.checked)}
        />
      </Stack>
    </Dialog>
  );
};

/** Keys as they are labeled on the keyboard. */
export const Keys = ({ keys }: { keys: readonly string[] }) => {
  const { t } = useTranslation();
  const os = useOs();
  return (
    <Group gap={4} wrap="nowrap">
      {keys.map((key, index) => (
        <Fragment key={key}>
          {index > 0 && (
            <Text span size="xs" c="dimmed">
              {t('shortcuts.then')}
            </Text>
          )}
          <Kbd size="xs">{keyName(key, os === 'macos' || os === 'ios', t)}</Kbd>
        </Fragment>
      ))}
    </Group>
  );
};
