import '@mantine/spotlight/styles.css';
import { Avatar, Group, Text, UnstyledButton } from '@mantine/core';
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight';
import {
  IconApi,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconPalette,
  IconPlus,
  IconSearch,
  IconUserPlus,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Me } from '../../api/context.tsx';
import { failureOf } from '../../api/problem.ts';
import { failureWords } from '../../components/failure.logic.ts';
import { pickLanguage } from '../../languages/languages.ts';
import { paths } from '../../paths.ts';
import { type Command, commandsFor, findCommands } from './commands.logic.ts';
import { navigationIcons } from './navigation.tsx';
import { Keys } from './shortcuts-dialog.tsx';
import { useActions, useSearchResults } from './use-command-search.ts';

interface CommandSearchProps {
  me: Me;
  opened: boolean;
  onClose: () => void;
  onInvite: () => void;
  onShortcuts: () => void;
}

interface Item {
  id: string;
  label: string;
  description?: string;
  icon: ReactNode;
  keys?: readonly string[];
  run: () => void;
}

const resultsId = 'command-search-results';

const icons: Record<Command['icon'], typeof IconSearch> = {
  ...navigationIcons,
  invite: IconUserPlus,
  new: IconPlus,
  scheme: IconPalette,
  language: IconLanguage,
  api: IconApi,
  keys: IconKeyboard,
  signOut: IconLogout,
};

/** The command palette: find pages, actions, people and workspaces by name. */
export const CommandSearch = ({ me, opened, onClose, onInvite, onShortcuts }: CommandSearchProps) => {
  const { t, i18n } = useTranslation();
  const [[store, spotlight]] = useState(createSpotlight);
  const { selected } = useSpotlight(store);
  const [query, setQuery] = useState('');
  const run = useActions(onInvite, onShortcuts);
  const found = useSearchResults(me, query);
  useEffect(() => {
    if (!opened) return spotlight.close();
    // Reset on opening, not on closing: reopening right away would show the last query.
    setQuery('');
    spotlight.open();
  }, [opened, spotlight]);

  const commands = findCommands(commandsFor(me.role, pickLanguage([i18n.language]), t), query);
  const ofGroup = (wanted: Command['group']): Item[] =>
    commands
      .filter(({ group }) => group === wanted)
      .map(({ icon, action, ...command }) => {
        const Icon = icons[icon];
        return { ...command, icon: <Icon size={20} stroke={1.6} aria-hidden />, run: () => run(action) };
      });
  const WorkspaceIcon = navigationIcons.workspaces;
  const groups: { name: 'pages' | 'actions' | 'members' | 'workspaces'; items: Item[] }[] = [
    { name: 'pages', items: ofGroup('pages') },
    { name: 'actions', items: ofGroup('actions') },
    {
      name: 'members',
      items: found.members.map(({ user_id, name, email }) => ({
        id: user_id,
        label: name,
        description: email,
        icon: <Avatar name={name} size={24} color="verdigris" alt="" />,
        run: () => run({ type: 'go', link: paths.member(user_id) }),
      })),
    },
    {
      name: 'workspaces',
      items: found.workspaces.map(({ workspace_id, slug, name }) => ({
        id: workspace_id,
        label: name,
        description: slug,
        icon: <WorkspaceIcon size={20} stroke={1.6} aria-hidden />,
        run: () => run({ type: 'go', link: paths.workspaceSettings(slug) }),
      })),
    },
  ];
  const items = groups.flatMap((group) => group.items);
  // The list changes while it is open. Always keep an item selected, or Enter would do nothing.
  const chosen = items[Math.min(Math.max(selected, 0), items.length - 1)]?.id;
  const message = found.error
    ? t('search.failed', { detail: failureWords(failureOf(found.error), t).detail })
    : found.searching
      ? t('search.searching')
      : items.length === 0
        ? t('search.none')
        : '';

  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={query}
      onQueryChange={setQuery}
      clearQueryOnClose={false}
      // The input stays in place while the list below it grows and shrinks.
      centered={false}
      yOffset="min(80px, 8dvh)"
      onSpotlightClose={onClose}
      // The dialog has no title, so name it here.
      attributes={{ content: { 'aria-label': t('search.label') } }}
      overlayProps={{ backgroundOpacity: 0.4, blur: 0 }}
    >
      <Spotlight.Search
        role="combobox"
        aria-label={t('search.label')}
        aria-expanded
        aria-controls={resultsId}
        aria-activedescendant={chosen && optionId(chosen)}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        placeholder={t('search.placeholder')}
        leftSection={<IconSearch size={20} aria-hidden />}
      />
      <Spotlight.ActionsList id={resultsId} role="listbox" aria-label={t('search.results')}>
        {groups
          .filter((group) => group.items.length > 0)
          .map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, these are options of a list
            <div key={group.name} role="group" aria-label={t(`search.groups.${group.name}`)}>
              <Text size="xs" fw={600} c="dimmed" px="md" pt="sm" pb={4} aria-hidden>
                {t(`search.groups.${group.name}`)}
              </Text>
              {group.items.map((item) => (
                <Option key={item.id} item={item} chosen={item.id === chosen} onRun={spotlight.close} />
              ))}
            </div>
          ))}
      </Spotlight.ActionsList>
      <Group justify="space-between" px="md" py={8} className="command-foot">
        <Text size="xs" c="dimmed" role="status">
          {message}
        </Text>
        <Text size="xs" c="dimmed" visibleFrom="xs">
          {t('search.hint')}
        </Text>
      </Group>
    </Spotlight.Root>
  );
};

const optionId = (id: string): string => `command-${id}`;

/** The search input's arrow keys and Enter look for `data-action` and `data-selected`. */
const Option = ({ item, chosen, onRun }: { item: Item; chosen: boolean; onRun: () => void }) => (
  <UnstyledButton
    id={optionId(item.id)}
    role="option"
    aria-selected={chosen}
    data-action
    data-selected={chosen || undefined}
    tabIndex={-1}
    className="command"
    // Keep the cursor in the search input.
    onMouseDown={(event) => event.preventDefault()}
    onClick={() => {
      onRun();
      item.run();
    }}
  >
    {item.icon}
    <span className="command-text">
      <span>{item.label}</span>
      {item.description && (
        <Text span size="xs" c="dimmed">
          {item.description}
        </Text>
      )}
    </span>
    {item.keys && (
      <span aria-hidden>
        <Keys keys={item.keys} />
      </span>
    )}
  </UnstyledButton>
);
