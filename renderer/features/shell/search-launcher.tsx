import { ActionIcon, Group, Kbd, Text, UnstyledButton } from '@mantine/core';
import { useLocalStorage, useOs } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type ComponentType, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Me } from '../../api/context.tsx';
import { isTextField, isWithMod } from '../../components/key-press.ts';
import { notifyFailure } from '../../components/notify.tsx';
import { loadPart } from '../../parts/page.ts';
import type { CommandSearch } from './command-search.tsx';
import { keyName, onPlainKey, type Shortcut, type ShortcutAction, shortcutsFor } from './shortcuts.logic.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import type { ConsoleTasks, ShowTask } from './tasks.logic.ts';

/** A dialog that another feature provides to the shell. */
export type ShellDialog = ComponentType<{ me: Me; opened: boolean; onClose: () => void }>;

interface SearchLauncherProps {
  me: Me;
  inviteDialog: ShellDialog;
  loadTasks: () => Promise<ConsoleTasks>;
}

/** The search button, its shortcut and related ones, and the dialogs that they open. */
export const SearchLauncher = ({ me, inviteDialog: InviteDialog, loadTasks }: SearchLauncherProps) => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'search' | 'shortcuts' | 'invite'>();
  const [search, setSearch] = useState<{ Search: typeof CommandSearch; tasks: ConsoleTasks }>();
  const [task, setTask] = useState<{ show: ShowTask; number: number; opened: boolean }>();
  const [invited, setInvited] = useState(false);
  const [singleKeys, setSingleKeys] = useLocalStorage({ key: 'castellan-single-keys', defaultValue: true });
  const shortcuts = shortcutsFor(me, t);
  const close = (which: typeof open) => () => setOpen((present) => (present === which ? undefined : present));

  // Loaded on first use, to keep it out of the first screen.
  const openSearch = async () => {
    setOpen((present) => (present === 'search' ? undefined : 'search'));
    if (search) return;
    try {
      const [loaded, tasks] = await Promise.all([loadPart(() => import('./command-search.tsx')), loadTasks()]);
      setSearch({ Search: loaded.CommandSearch, tasks });
    } catch (error) {
      setOpen(undefined);
      notifyFailure(t('search.notLoaded'), error);
    }
  };
  useShortcuts(shortcuts, singleKeys, (action) => {
    if (action.type === 'search') void openSearch();
    else if (action.type === 'help') setOpen('shortcuts');
    else if (action.type === 'go') void navigate(action.link);
  });

  return (
    <>
      <SearchButton onPress={() => void openSearch()} />
      {search && (
        <search.Search
          me={me}
          tasks={search.tasks}
          onTask={(show) => setTask((last) => ({ show, number: (last?.number ?? 0) + 1, opened: true }))}
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
      {task && (
        <Suspense>
          <Task
            key={task.number}
            show={task.show}
            opened={task.opened}
            onClose={() => setTask((present) => present && { ...present, opened: false })}
          />
        </Suspense>
      )}
    </>
  );
};

interface TaskDialogProps {
  show: ShowTask;
  opened: boolean;
  onClose: () => void;
}

/** Opens a dialog once it is there, closed: so it knows where the focus was. */
const Task = ({ show, opened, onClose }: TaskDialogProps) => {
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return show({ opened: opened && ready, onClose });
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

/** How long the leader waits for the next key, in milliseconds. */
const leaderTimeoutMs = 1_500;

/** Ignore keys while the user is typing or a dialog is open. */
const isTaken = ({ target, defaultPrevented }: KeyboardEvent): boolean =>
  defaultPrevented ||
  isTextField(target) ||
  target instanceof HTMLSelectElement ||
  document.querySelector('[role="dialog"]') !== null;

/** Listens for shortcuts: the one with Ctrl or ⌘ everywhere, the others only outside text fields. */
const useShortcuts = (
  shortcuts: readonly Shortcut[],
  singleKeys: boolean,
  onAction: (action: ShortcutAction) => void,
): void => {
  const press = useEffectEvent((event: KeyboardEvent, wasLed: boolean): boolean => {
    if (isWithMod(event, 'k')) {
      // Browsers would focus their own search field.
      event.preventDefault();
      onAction({ type: 'search' });
      return false;
    }
    if (!singleKeys || isTaken(event)) return false;
    const { action, led } = onPlainKey(shortcuts, wasLed, event);
    if (action) {
      event.preventDefault();
      onAction(action);
    }
    return led;
  });
  useEffect(() => {
    let led = false;
    let forget: ReturnType<typeof setTimeout> | undefined;
    const listen = (event: KeyboardEvent) => {
      clearTimeout(forget);
      led = press(event, led);
      if (led) {
        forget = setTimeout(() => {
          led = false;
        }, leaderTimeoutMs);
      }
    };
    document.addEventListener('keydown', listen);
    return () => {
      clearTimeout(forget);
      document.removeEventListener('keydown', listen);
    };
  }, []);
};
