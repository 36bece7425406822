import { useTranslation } from 'react-i18next';
import type { Role } from '#shared/roles.ts';
import { type Me, useTRPCClient } from '../../api/context.tsx';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { notifyUndoable } from './notifications.tsx';
import type { Member } from './team.logic.ts';
import { useRefreshTeam } from './use-refresh-team.ts';
import { useShowRole } from './use-show-role.ts';
import { useUndoRoles } from './use-undo-roles.ts';

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
      await refreshTeam();
      throw error;
    }
    const message = t('team.role.done', { name, role: t(`roles.tenant.${role}`) });
    if (user_id === me.user_id) notifyDone(message);
    else {
      notifyUndoable(message, t('team.undo.action'), () => {
        void undoRoles([{ role: member.role, userIds: [user_id] }], role);
      });
    }
    await refreshTeam();
  };
  return {
    change,
    /** As `change`, and tells why it failed. */
    changeOrTell: (member: Member, role: Role): Promise<void> =>
      change(member, role).catch((error: unknown) =>
        notifyFailure(t('team.role.failed', { name: member.name }), error),
      ),
  };
};
