import { useTranslation } from 'react-i18next';
import type { Role } from '#shared/roles.ts';
import { type Me, useTRPCClient } from '../../api/context.tsx';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { type MemberOutcome, outcomeReason, sendInChunks } from './bulk.logic.ts';
import { notifyPartly } from './notifications.tsx';
import { useRefreshTeam } from './use-refresh-team.ts';

const unseen = { onProgress: () => undefined, stopped: () => false };

/** Gives members their former roles back, except those whose role has changed again. */
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
    await refreshTeam();
    const [first] = failed;
    if (broken !== undefined) notifyFailure(t('team.undo.failed'), broken);
    else if (first) notifyPartly(t('team.undo.partly', { count: failed.length }), outcomeReason(first, t));
    else notifyDone(t('team.undo.done'));
  };
};
