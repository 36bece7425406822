import { ActionIcon, Group, Kbd, Text, UnstyledButton } from '@mantine/core';
import { useLocalStorage, useOs } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type ComponentType, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Me } from '../../api/context.tsx';
import { notifyFailure } from '../../components/notify.tsx';
import type { CommandSearch } from './command-search.tsx';
import { keyName, shortcutsFor } from './shortcuts.logic.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { useShortcuts } from './use-shortcuts.ts';

/** A dialog that another feature provides to the shell. */
export type LentDialog = ComponentType<{ me: Me; opened: boolean; onClose: () => void }>;

interface SearchLauncherProps {
  me: Me;
  inviteDialog: LentDialog;
}

/** The search button, its shortcut and related ones, and the dialogs that they open. */
export const SearchLauncher = ({ me, inviteDialog: InviteDialog }: SearchLauncherProps) => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'search' | 'shortcuts' | 'invite'>();
  const [Search, setSearch] = useState<typeof CommandSearch>();
  const [invited, setInvited] = useState(false);
  const [singleKeys, setSingleKeys] = useLocalStorage({ key: 'castellan-single-keys', defaultValue: true });
  const shortcuts = shortcutsFor(me.role, t);
  const close = (which: typeof open) => () => setOpen((present) => (present === which ? undefined : present));

  // Loaded on first use, to keep it out of the first screen.
  const search = async () => {
    setOpen((present) => (present === 'search' ? undefined : 'search'));
    if (Search) return;
    try {
      const loaded = await import('./command-search.tsx');
      setSearch(() => loaded.CommandSearch);
    } catch (error) {
      setOpen(undefined);
      notifyFailure(t('search.notLoaded'), error);
    }
  };
  useShortcuts(shortcuts, singleKeys, (action) => {
    if (action.type === 'search') void search();
    else if (action.type === 'help') setOpen('shortcuts');
    else void navigate(action.link);
  });

  return (
    <>
      <SearchButton onPress={() => void search()} />
      {Search && (
        <Search
          me={me}
          opened={open === 'search'}
          onClose={close('search')}
          onInvite={() => {
            setInvited(true);
            setOpen('invite');
          }}
          onShortcuts={() => setOpen('shortcuts')}
        />
      )}
      <ShortcutsDialog
        shortcuts={shortcuts}
        opened={open === 'shortcuts'}
        onClose={close('shortcuts')}
        singleKeys={singleKeys}
        onSingleKeys={setSingleKeys}
      />
      {invited && (
        <Suspense>
          <InviteDialog me={me} opened={open === 'invite'} onClose={close('invite')} />
        </Suspense>
      )}
    </>
  );
};

const SearchButton = ({ onPress }: { onPress: () => void }) => {
  const { t } = useTranslation();
  const os = useOs();
  const shortcut = keyName('mod+K', os === 'macos' || os === 'ios', t);
  const pressed = { 'aria-keyshortcuts': 'Control+K Meta+K', onClick: onPress };
  return (
    <>
      <UnstyledButton {...pressed} className="search-button" visibleFrom="md">
        <Group gap="sm" wrap="nowrap">
          <IconSearch size={16} aria-hidden />
          <Text size="sm" flex={1}>
            {t('shell.search')}
          </Text>
          <Kbd size="xs" aria-hidden>
            {shortcut}
          </Kbd>
        </Group>
      </UnstyledButton>
      <ActionIcon {...pressed} aria-label={t('shell.search')} size="lg" hiddenFrom="md">
        <IconSearch size={18} aria-hidden />
      </ActionIcon>
    </>
  );
};
