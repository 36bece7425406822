import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/operation.ts';
import type { listMembers } from '#shared/contract/team/list-members.ts';
import type { Role } from '#shared/rules/roles.ts';
import { type Me, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { notifyDone, notifyFailure, notifyPartly } from '../../components/notify.tsx';
import { notifyUndoable } from '../../components/undo-notice.tsx';
import { type MemberOutcome, outcomeReason, sendInChunks } from './bulk.logic.ts';
import { type Member, withRole } from './team.logic.ts';
import { useRefreshTeam } from './use-team.ts';

/**
 * Changes a role in place: optimistic, rolled back if the service refuses. Offers undo if the user can undo it.
 * @throws the service's error, after the rollback
 */
export const useRoleChange = (me: Me) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const show = useShowRole(me);
  const refreshTeam = useRefreshTeam();
  const undoRoles = useUndoRoles(me);
  const change = async (member: Member, role: Role): Promise<void> => {
    const { user_id, name } = member;
    await show(user_id, role);
    try {
      await client.team.changeRole.mutate({ tenant_id: me.tenant_id, user_id, role });
    } catch (error) {
      await show(user_id, member.role);
      // Not awaited: where the service is out of reach, the failure is told before the reload has failed too.
      void refreshTeam();
      throw error;
    }
    const message = t('team.role.done', { name, role: t(`roles.article.${role}`) });
    if (user_id === me.user_id) notifyDone(message);
    else {
      notifyUndoable(message, () => {
        void undoRoles([{ role: member.role, userIds: [user_id] }], role);
      });
    }
    await refreshTeam();
  };
  return {
    change,
    /** Like `change`, but notifies of a failure instead of throwing. */
    changeOrTell: (member: Member, role: Role): Promise<void> =>
      change(member, role).catch((error: unknown) =>
        notifyFailure(t('team.role.failed', { name: member.name }), error),
      ),
  };
};

/** Writes a role into every cached copy of the member. */
const useShowRole = (me: Me) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return async (userId: string, role: Role): Promise<void> => {
    // A response already in flight would still have the old role.
    await queryClient.cancelQueries(trpc.team.listMembers.queryFilter());
    queryClient.setQueriesData<OutputOf<typeof listMembers>>(
      trpc.team.listMembers.queryFilter(),
      (page) => page && withRole(page, userId, role),
    );
    queryClient.setQueryData(
      trpc.team.getMember.queryKey({ tenant_id: me.tenant_id, user_id: userId }),
      (member) => member && { ...member, role },
    );
  };
};

const unseen = { onProgress: () => undefined, stopped: () => false };

/** Restores members' previous roles, except where the role has changed again since. */
export const useUndoRoles = (me: Me) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const refreshTeam = useRefreshTeam();
  return async (ways: readonly { role: Role; userIds: string[] }[], from: Role): Promise<void> => {
    const failed: MemberOutcome[] = [];
    let broken: unknown;
    for (const { role, userIds } of ways) {
      const { results, error } = await sendInChunks(
        userIds,
        async (user_ids) =>
          (await client.team.changeRoles.mutate({ tenant_id: me.tenant_id, user_ids, role, from })).results,
        unseen,
      );
      failed.push(...results.filter(({ ok }) => !ok));
      broken ??= error;
    }
    void refreshTeam();
    const [first] = failed;
    if (broken !== undefined) notifyFailure(t('team.undo.failed'), broken);
    else if (first) notifyPartly(t('team.undo.partly', { count: failed.length }), outcomeReason(first, t));
    else notifyDone(t('team.undo.done'));
  };
};
