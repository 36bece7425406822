import type { OutputOf } from '#shared/contract/operation.ts';
import type { changeRoles } from '#shared/contract/team/change-roles.ts';
import type { previewRemoval } from '#shared/contract/team/preview-removal.ts';
import { isOwner } from '#shared/rules/permissions.ts';
import { isAtLeast, type Role } from '#shared/rules/roles.ts';
import type { Actor } from '../../components/commands.ts';
import type { Translate } from '../../languages/translate.ts';
import { translateOr } from '../../languages/translate-or.ts';
import { type Member, roleChangeDisabledReason } from './team.logic.ts';

export type MemberOutcome = OutputOf<typeof changeRoles>['results'][number];
export type RemovalPreview = OutputOf<typeof previewRemoval>;
/** An item that was not processed, and why. */
export interface Refused {
  name: string;
  reason: string;
}

/** Chunk size: small enough for quick responses and visible progress. */
export const chunkSize = 50;

export const chunksOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

/** Outcome of a bulk operation: results of the items sent, and why the others were not. */
export interface BulkResult<Result> {
  results: Result[];
  /** The error that aborted it, such as a lost connection. */
  error?: unknown;
  /** Number of items not tried. */
  untried: number;
}

/** Sends items in chunks until all are done, the user stops it, or a call fails. */
export const sendInChunks = async <Item, Result>(
  items: readonly Item[],
  send: (chunk: Item[]) => Promise<readonly Result[]>,
  { onProgress, stopped }: { onProgress: (done: number) => void; stopped: () => boolean },
  size = chunkSize,
): Promise<BulkResult<Result>> => {
  const results: Result[] = [];
  let done = 0;
  for (const chunk of chunksOf(items, size)) {
    if (stopped()) break;
    try {
      results.push(...(await send(chunk)));
    } catch (error) {
      return { results, error, untried: items.length - done };
    }
    done += chunk.length;
    onProgress(done);
  }
  return { results, untried: items.length - done };
};

/** Why an item was refused, for display. */
export const outcomeReason = (
  { code, reason, detail }: Pick<MemberOutcome, 'code' | 'reason' | 'detail'>,
  t: Translate,
): string => {
  const byCode = translateOr(t, `team.outcomes.${code}`, translateOr(t, `errors.${code}`, detail ?? ''));
  // The short texts say what each code usually means.
  return reason === 'has_more' ? t('reasons.ROLE_NOT_ALLOWED.has_more') : byCode;
};

/** The refused items, by name. */
export const refusedOf = (results: readonly MemberOutcome[], members: readonly Member[], t: Translate): Refused[] => {
  const names = new Map(members.map(({ user_id, name }) => [user_id, name]));
  return results
    .filter(({ ok }) => !ok)
    .map((result) => ({ name: names.get(result.user_id) ?? result.user_id, reason: outcomeReason(result, t) }));
};

export interface RolePlan {
  changing: Member[];
  /** Members who already have the role. */
  same: Member[];
  refused: Refused[];
}

/** Whose role a bulk change would affect. Users change their own role in its row, which asks for confirmation. */
export const planRoles = (actor: Actor, members: readonly Member[], role: Role, t: Translate): RolePlan => {
  const refusalOf = (member: Member): string | undefined =>
    member.user_id === actor.user_id ? t('team.refusals.ownRole') : roleChangeDisabledReason(actor, member, t);
  const allowed = members.filter((member) => refusalOf(member) === undefined);
  return {
    changing: allowed.filter((member) => member.role !== role),
    same: allowed.filter((member) => member.role === role),
    refused: members.flatMap((member) => {
      const reason = refusalOf(member);
      return reason === undefined ? [] : [{ name: member.name, reason }];
    }),
  };
};

/** Side effects of a bulk role change. */
export const rolesConsequences = ({ changing }: RolePlan, role: Role, t: Translate): string[] => [
  ...(isOwner(role) && changing.length > 0 ? [t('team.bulkRole.toOwner')] : []),
  // Demotion to admin revokes invitations to owner; demotion to member revokes all.
  ...(changing.some((member) => member.role !== role && isAtLeast(member.role, role))
    ? [t('team.bulkRole.invitations')]
    : []),
];

/** For undo: the previous roles of the members who were changed. */
export const previousRoles = (
  members: readonly Member[],
  results: readonly MemberOutcome[],
): { role: Role; userIds: string[] }[] => {
  const changed = new Set(results.filter(({ ok }) => ok).map(({ user_id }) => user_id));
  const groups = Map.groupBy(
    members.filter(({ user_id }) => changed.has(user_id)),
    ({ role }) => role,
  );
  return [...groups].map(([role, group]) => ({ role, userIds: group.map(({ user_id }) => user_id) }));
};

/** Merges several previews; lists a workspace that several members lose only once. */
export const mergePreviews = (previews: readonly RemovalPreview[]): RemovalPreview => {
  const workspaces = new Map<string, RemovalPreview['workspaces'][number]>();
  for (const workspace of previews.flatMap((preview) => preview.workspaces)) {
    const members = (workspaces.get(workspace.workspace_id)?.members ?? 0) + workspace.members;
    workspaces.set(workspace.workspace_id, { ...workspace, members });
  }
  const sum = (key: 'sessions' | 'api_keys' | 'service_keys' | 'invitations') =>
    previews.reduce((total, preview) => total + preview[key], 0);
  return {
    results: previews.flatMap(({ results }) => results),
    sessions: sum('sessions'),
    api_keys: sum('api_keys'),
    service_keys: sum('service_keys'),
    invitations: sum('invitations'),
    workspaces: [...workspaces.values()],
    passing: previews.flatMap(({ passing }) => passing),
  };
};

const named = 8;

/** A few names, and how many more there are. */
export const listNames = (names: readonly string[], t: Translate): string =>
  names.length <= named
    ? names.join(', ')
    : t('team.andMore', { names: names.slice(0, named).join(', '), count: names.length - named });

/** The consequences of a removal, without those that don't apply. */
export const removalConsequences = (preview: RemovalPreview, leaving: readonly Member[], t: Translate): string[] => {
  const { sessions, api_keys, service_keys, invitations, workspaces, passing } = preview;
  const count = leaving.length;
  const heirs = Map.groupBy(passing, ({ heir_id }) => heir_id);
  return [
    t('team.removal.leave', {
      count,
      names: listNames(
        leaving.map(({ name }) => name),
        t,
      ),
    }),
    ...(sessions > 0 ? [t('team.removal.sessions', { count: sessions })] : []),
    ...(workspaces.length > 0
      ? [
          t('team.removal.workspaces', {
            count: workspaces.length,
            names: listNames(
              workspaces.map(({ name }) => name),
              t,
            ),
          }),
        ]
      : []),
    ...[...heirs.values()].map((passed) =>
      t('team.removal.passing', {
        count: passed.length,
        names: listNames(
          passed.map(({ name }) => name),
          t,
        ),
        heir: passed[0]?.heir_name ?? '',
      }),
    ),
    ...(invitations > 0 ? [t('team.removal.invitations', { count: invitations })] : []),
    ...(api_keys > 0 ? [t('team.removal.apiKeys', { count: api_keys })] : []),
    ...(service_keys > 0 ? [t('team.removal.serviceKeys', { count: service_keys })] : []),
    t('team.removal.forGood', { count }),
  ];
};

/** From this number on, a removal asks the user to type the count, because it can't be undone. */
export const requiresTypedCount = (count: number): boolean => count > 10;
