import { textLimits } from '#shared/rules/limits.ts';
import '@mantine/spotlight/styles.css';
import { Group, Text, UnstyledButton } from '@mantine/core';
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight';
import {
  IconApi,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconPalette,
  IconPlus,
  IconSearch,
  IconServerCog,
  IconUserPlus,
  IconUserQuestion,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Me } from '../../api/context.tsx';
import { failureOf } from '../../api/problem.ts';
import { failureText } from '../../components/failure.logic.ts';
import { PersonAvatar } from '../../components/person-avatar.tsx';
import { pickLanguage } from '../../languages/languages.ts';
import { findCommands, findSimilarCommands } from './command-matches.logic.ts';
import { type Command, commandsFor } from './commands.logic.ts';
import { navigationIcons } from './navigation.tsx';
import type { Recent } from './recents.logic.ts';
import { Keys } from './shortcuts-dialog.tsx';
import { linkToResult, resultKinds, type SearchResult, useActions, useSearchResults } from './use-command-search.ts';
import { useIsOperator } from './use-is-operator.ts';
import { useRecents } from './use-recents.ts';

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
  server: IconServerCog,
  invite: IconUserPlus,
  new: IconPlus,
  scheme: IconPalette,
  language: IconLanguage,
  api: IconApi,
  keys: IconKeyboard,
  signOut: IconLogout,
};

const FindingIcon = ({ kind, label }: SearchResult) => {
  if (kind === 'members') return <PersonAvatar name={label} size={24} />;
  const Icon = findingIcons[kind];
  return <Icon size={20} stroke={1.6} aria-hidden />;
};

const findingIcons = {
  invitations: IconUserQuestion,
  workspaces: navigationIcons.workspaces,
  servers: navigationIcons.hosting,
  emails: navigationIcons.mail,
};

/** The command palette: find pages, tabs, settings, actions, and everything of the team by name. */
export const CommandSearch = ({ me, opened, onClose, onInvite, onShortcuts }: CommandSearchProps) => {
  const { t, i18n } = useTranslation();
  const [[store, spotlight]] = useState(createSpotlight);
  const { selected } = useSpotlight(store);
  const [query, setQuery] = useState('');
  const run = useActions(onInvite, onShortcuts);
  const { recents, add } = useRecents(me.user_id);
  const results = useSearchResults(me, query);
  const isOperator = useIsOperator(opened);
  useEffect(() => {
    if (!opened) return spotlight.close();
    // Reset on opening, not on closing: reopening right away would show the last query.
    setQuery('');
    spotlight.open();
  }, [opened, spotlight]);

  const commandItem = ({ icon, action, ...command }: Command): Item => {
    const Icon = icons[icon];
    return {
      ...command,
      icon: <Icon size={20} stroke={1.6} aria-hidden />,
      run: () => {
        if (action.type === 'go') add({ type: 'command', id: command.id });
        run(action);
      },
    };
  };
  const findingItem = (finding: SearchResult): Item => ({
    id: `${finding.kind}-${finding.id}`,
    label: finding.label,
    description: finding.description,
    icon: <FindingIcon {...finding} />,
    run: () => {
      add({ type: 'finding', ...finding });
      run({ type: 'go', link: linkToResult(finding) });
    },
  });
  const all = commandsFor(me.role, pickLanguage([i18n.language]), t, isOperator);
  const recentItem = (recent: Recent): Item[] => {
    if (recent.type === 'finding') return [findingItem(recent)];
    // One that the role doesn't allow any more is left out.
    return all.filter(({ id }) => id === recent.id).map(commandItem);
  };
  const commands = findCommands(all, query);
  const ofGroup = (wanted: Command['group']): Item[] =>
    commands.filter(({ group }) => group === wanted).map(commandItem);
  const isUnknown = commands.length === 0 && results.found.length === 0 && !results.searching;
  const groups = [
    {
      name: 'recents' as const,
      items:
        query.trim() === '' ? recents.flatMap(recentItem).map((item) => ({ ...item, id: `recent-${item.id}` })) : [],
    },
    // The group with the best match first.
    ...[...new Set(commands.map(({ group }) => group))].map((name) => ({ name, items: ofGroup(name) })),
    ...resultKinds.map((name) => ({
      name,
      items: results.found.filter(({ kind }) => kind === name).map(findingItem),
    })),
    { name: 'similar' as const, items: isUnknown ? findSimilarCommands(all, query).map(commandItem) : [] },
  ];
  const items = groups.flatMap((group) => group.items);
  // The list changes while it is open. Always keep an item selected, or Enter would do nothing.
  const chosen = items[Math.min(Math.max(selected, 0), items.length - 1)]?.id;
  const message = results.error
    ? t('search.failed', { detail: failureText(failureOf(results.error), t).detail })
    : results.searching
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
        maxLength={textLimits.query}
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
