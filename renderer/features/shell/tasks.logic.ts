import type { ReactNode } from 'react';
import type { getServer } from '#shared/contract/hosting/get-server.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import type { listInvitations } from '#shared/contract/team/list-invitations.ts';
import type { listMembers } from '#shared/contract/team/list-members.ts';
import type { listWorkspaces } from '#shared/contract/workspaces/list-workspaces.ts';
import type { ProviderName } from '#shared/flows/hosting-providers.ts';
import type { Holder } from '#shared/rules/permissions.ts';
import { searchKey } from '#shared/text-input/text-keys.ts';
import type { Offer, TaskKind } from '../../components/commands.ts';
import type { Translate } from '../../languages/translate.ts';

/** What can be done with what the search finds. Each feature states its own; the route hands them to the shell. */
export interface ConsoleTasks {
  members: TaskKind<OutputOf<typeof listMembers>['users'][number]>;
  invitations: TaskKind<OutputOf<typeof listInvitations>['invitations'][number]>;
  workspaces: TaskKind<OutputOf<typeof listWorkspaces>['workspaces'][number]>;
  servers: TaskKind<OutputOf<typeof getServer> & { provider?: ProviderName | undefined }>;
}
export type TaskKindName = keyof ConsoleTasks;
const taskKindNames = ['members', 'invitations', 'workspaces', 'servers'] as const satisfies TaskKindName[];

/** Shows the dialog of a task. */
export type ShowTask = (dialog: { opened: boolean; onClose: () => void }) => ReactNode;

/** A task whose object is still to be chosen. */
export interface GeneralTask {
  kind: TaskKindName;
  offer: Offer;
}

export const generalTasks = (tasks: ConsoleTasks, holder: Holder, t: Translate): GeneralTask[] =>
  taskKindNames.flatMap((kind) =>
    tasks[kind]
      .offersOfKind(holder, t)
      // To open something, its name is enough.
      .filter(({ name }) => name !== 'open')
      .map((offer) => ({ kind, offer })),
  );

export const taskId = ({ kind, offer }: GeneralTask): string => `task-${kind}-${offer.name}`;

const wordsOf = (text: string): string[] =>
  searchKey(text)
    .split(/[^\p{L}\p{N}@._+-]+/u)
    .filter((word) => word !== '');
/** Shorter words begin too many others. */
const shortest = 3;

/**
 * `disable anna`: the tasks that most of the words name, and the words left, which name the object. Undefined if the words name no task or no
 * object. `fillers` are words such as `of`, which name neither.
 */
export const splitTask = (
  tasks: readonly GeneralTask[],
  query: string,
  fillers: string,
): { tasks: GeneralTask[]; object: string } | undefined => {
  const ignored = new Set(wordsOf(fillers));
  const words = wordsOf(query).filter((word) => !ignored.has(word));
  const known = tasks.map(({ offer }) => wordsOf(`${offer.label} ${offer.words}`));
  const isIn = (word: string, names: readonly string[]): boolean =>
    word.length >= shortest && names.some((start) => start.startsWith(word));
  const tried = tasks.map((task, at) => {
    const named = words.filter((word) => isIn(word, known[at] ?? []));
    const rest = words.filter((word) => !named.includes(word));
    // “Member 7” is a name, too: nobody is found by its last letter or number alone.
    const [only = ''] = rest.length === 1 ? rest : [];
    const isEnding = only.length === 1 || /^\d+$/.test(only);
    const before = isEnding && named.length > 1 ? words[words.indexOf(only) - 1] : undefined;
    return {
      task,
      matched: named.length,
      // A word that many tasks have, such as “member”, says less than one of a single task.
      weight: named.reduce((sum, word) => sum + 1 / known.filter((names) => isIn(word, names)).length, 0),
      object: [...(before === undefined ? [] : [before]), ...rest].join(' '),
    };
  });
  const named = tried.filter(({ matched, object }) => matched > 0 && object.length > 1);
  const most = Math.max(0, ...named.map(({ matched }) => matched));
  const best = named.filter(({ matched }) => matched === most).toSorted((one, other) => other.weight - one.weight);
  const object = best[0]?.object;
  if (object === undefined) return undefined;
  return { tasks: best.filter((tried) => tried.object === object).map(({ task }) => task), object };
};
