import { Group, Kbd, SimpleGrid, type SimpleGridProps, Stack, Switch, Text } from '@mantine/core';
import { useOs } from '@mantine/hooks';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../components/dialog.tsx';
import { isNavigation, keyName, type Shortcut } from './shortcuts.logic.ts';

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
        <List
          label={t('shortcuts.title')}
          shortcuts={shortcuts.filter((shortcut) => !isNavigation(shortcut))}
          cols={1}
        />
        <div>
          <Text size="xs" c="dimmed" fw={600} mb={4} aria-hidden>
            {t('shortcuts.go')}
          </Text>
          <List label={t('shortcuts.go')} shortcuts={shortcuts.filter(isNavigation)} cols={{ base: 1, xs: 2 }} />
        </div>
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

interface ListProps extends Required<Pick<SimpleGridProps, 'cols'>> {
  label: string;
  shortcuts: readonly Shortcut[];
}

const List = ({ label, shortcuts, cols }: ListProps) => (
  <SimpleGrid
    component="ul"
    cols={cols}
    spacing="xl"
    verticalSpacing="xs"
    p={0}
    m={0}
    style={{ listStyle: 'none' }}
    aria-label={label}
  >
    {shortcuts.map(({ keys, label: what }) => (
      <Group component="li" key={what} justify="space-between" wrap="nowrap">
        <Text size="sm">{what}</Text>
        <Keys keys={keys} />
      </Group>
    ))}
  </SimpleGrid>
);

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
