import {
  IconApi,
  IconDownload,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconPalette,
  IconPlus,
  type IconSearch,
  IconServerCog,
  IconUserPlus,
  IconUserQuestion,
  IconUsersGroup,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Me } from '../../api/context.tsx';
import type { Offer } from '../../components/commands.ts';
import { PersonAvatar } from '../../components/person-avatar.tsx';
import { pickLanguage } from '../../languages/languages.ts';
import { findCommands, findSimilarCommands } from './command-matches.logic.ts';
import { type Action, type Command, commandsFor } from './commands.logic.ts';
import { navigationIcons } from './navigation.tsx';
import type { Recent } from './recents.logic.ts';
import { type ConsoleTasks, type GeneralTask, generalTasks, type ShowTask, splitTask, taskId } from './tasks.logic.ts';
import {
  type Found,
  linkToResult,
  resultKinds,
  type SearchResult,
  useActions,
  useSearchResults,
} from './use-command-search.ts';
import { useIsOperator } from './use-is-operator.ts';
import { useRecents } from './use-recents.ts';

export interface PaletteProps {
  me: Me;
  tasks: ConsoleTasks;
  opened: boolean;
  onTask: (show: ShowTask) => void;
  onInvite: () => void;
  onShortcuts: () => void;
}

/** One line of the list. */
export interface Item {
  id: string;
  label: string;
  description?: string | undefined;
  icon: ReactNode;
  keys?: readonly string[];
  /** It asks for more, so the list stays open. */
  keepsOpen?: boolean;
  /** It can't be chosen: its description says why. */
  isRefused?: boolean;
  run: () => void;
}

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
  leave: IconLogout,
  export: IconDownload,
};

const findingIcons = {
  invitations: IconUserQuestion,
  workspaces: navigationIcons.workspaces,
  groups: IconUsersGroup,
  servers: navigationIcons.hosting,
  emails: navigationIcons.mail,
};

const FindingIcon = ({ kind, label }: Pick<SearchResult, 'kind' | 'label'>) => {
  if (kind === 'members') return <PersonAvatar name={label} size={24} />;
  const Icon = findingIcons[kind];
  return <Icon size={20} stroke={1.6} aria-hidden />;
};

/** What the palette lists, in groups, for what was typed and for the task that was begun. */
export const usePalette = ({ me, tasks, opened, onTask, onInvite, onShortcuts }: PaletteProps) => {
  const { t, i18n } = useTranslation();
  const [query, setQuery] = useState('');
  const [asked, setAsked] = useState<GeneralTask>();
  const act = useActions(onInvite, onShortcuts);
  const { recents, add } = useRecents(me.user_id);
  const isOperator = useIsOperator(opened);
  const general = generalTasks(tasks, me, t);
  const split = asked ? undefined : splitTask(general, query, t('search.fillers'));
  const options = { tasks, onTask };
  const results = useSearchResults(me, asked ? '' : query, options);
  const objects = useSearchResults(me, asked ? query : (split?.object ?? ''), {
    ...options,
    kinds: asked ? [asked.kind] : (split?.tasks ?? []).map(({ kind }) => kind),
    asksAtOnce: asked !== undefined,
  });
  const all = commandsFor(me, pickLanguage([i18n.language]), t, isOperator, general);

  const run = (action: Action): void => {
    if (action.type !== 'ask') {
      act(action);
      return;
    }
    setQuery('');
    setAsked(action.task);
  };
  const commandItem = ({ icon, action, ...command }: Command): Item => {
    const Icon = action.type === 'ask' ? action.task.offer.icon : icons[icon];
    return {
      ...command,
      icon: <Icon size={20} stroke={1.6} aria-hidden />,
      keepsOpen: action.type === 'ask',
      run: () => {
        if (action.type === 'go') add({ type: 'command', id: command.id });
        run(action);
      },
    };
  };
  const findingItem = ({ kind, id, label, description }: SearchResult): Item => ({
    id: `${kind}-${id}`,
    label,
    description,
    icon: <FindingIcon kind={kind} label={label} />,
    run: () => {
      add({ type: 'finding', kind, id, label, description });
      act({ type: 'go', link: linkToResult({ kind, id }) });
    },
  });
  const begin = ({ kind, id, label, description, start }: Found, { name, link }: Offer): void => {
    if (kind !== 'emails') add({ type: 'finding', kind, id, label, description });
    const task = general.find((other) => other.kind === kind && other.offer.name === name);
    if (task) add({ type: 'command', id: taskId(task) });
    if (link) act({ type: 'go', link });
    else start(name);
  };
  /** What can be done with something that was found. */
  const offerItem = (found: Found, offer: Offer, shown: Pick<Item, 'label' | 'description'>): Item => ({
    ...shown,
    id: `${found.kind}-${found.id}-${offer.name}`,
    icon: <offer.icon size={20} stroke={1.6} aria-hidden />,
    isRefused: offer.reason !== undefined,
    run: () => begin(found, offer),
  });
  const objectItems = (task: GeneralTask, name: (found: Found, offer: Offer) => Pick<Item, 'label' | 'description'>) =>
    objects.found
      .filter(({ kind }) => kind === task.kind)
      .flatMap((found) =>
        found.offers
          .filter((offer) => offer.name === task.offer.name)
          .map((offer) => offerItem(found, offer, name(found, offer))),
      );
  const recentItem = (recent: Recent): Item[] => {
    if (recent.type === 'finding') return [findingItem(recent)];
    // One that the role doesn't allow any more is left out.
    return all.filter(({ id }) => id === recent.id).map(commandItem);
  };

  if (asked) {
    const items = objectItems(asked, ({ label, description }, { reason }) => ({
      label,
      description: reason ?? description,
    }));
    return {
      ...{ query, setQuery, asked, setAsked },
      groups: [
        { label: t('search.choose', { task: asked.offer.label, kind: t(`search.kinds.${asked.kind}`) }), items },
      ],
      ...{ searching: objects.searching, error: objects.error },
    };
  }
  const commands = findCommands(all, query);
  const acted = (split?.tasks ?? []).flatMap((task) =>
    objectItems(task, (found, { label, reason }) => ({
      label,
      description: [found.label, reason ?? found.description].filter(Boolean).join(' · '),
    })),
  );
  const isUnknown = commands.length === 0 && results.found.length === 0 && acted.length === 0 && !results.searching;
  const ofGroup = (wanted: Command['group']): Item[] =>
    commands.filter(({ group }) => group === wanted).map(commandItem);
  const first = results.found.find(({ offers }) => offers.length > 0);
  const groups = [
    {
      label: t('search.groups.recents'),
      items:
        query.trim() === '' ? recents.flatMap(recentItem).map((item) => ({ ...item, id: `recent-${item.id}` })) : [],
    },
    { label: t('search.groups.tasks'), items: acted },
    // The group with the best match first.
    ...[...new Set(commands.map(({ group }) => group))].map((name) => ({
      label: t(`search.groups.${name}`),
      items: ofGroup(name),
    })),
    ...resultKinds.map((name) => ({
      label: t(`search.groups.${name}`),
      items: results.found.filter(({ kind }) => kind === name).map(findingItem),
    })),
    {
      label: t('search.groups.about', { name: first?.label }),
      items: (first?.offers ?? [])
        .filter(({ name, reason }) => name !== 'open' && reason === undefined)
        .map((offer) => first && offerItem(first, offer, { label: offer.label, description: first.label }))
        .filter((item) => item !== undefined),
    },
    { label: t('search.groups.similar'), items: isUnknown ? findSimilarCommands(all, query).map(commandItem) : [] },
  ];
  return {
    ...{ query, setQuery, asked, setAsked, groups },
    searching: results.searching || objects.searching,
    error: results.error ?? objects.error,
  };
};
