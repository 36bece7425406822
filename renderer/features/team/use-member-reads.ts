import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { customRoleLimits } from '#shared/rules/limits.ts';
import { may } from '#shared/rules/permissions.ts';
import { type Me, useTRPC } from '../../api/context.tsx';
import { memberRolesDisabledReason } from './custom-roles.logic.ts';
import {
  accessDisabledReason,
  historyDisabledReason,
  historyPageSize,
  type Member,
  secondFactorDisabledReason,
  seenSessionsDisabledReason,
  sessionsDisabledReason,
  signInPageSize,
} from './team.logic.ts';

/** Reads what the sections of a member's page show. True until all of it is there, so that none moves the others. */
export const useMemberReads = (me: Me, member: Member): boolean => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const { tenant_id } = me;
  const target = { tenant_id, user_id: member.user_id };
  const mayEndSessions = sessionsDisabledReason(me, member, t) === undefined;
  const reads = useQueries({
    queries: [
      {
        ...trpc.audit.listAuditEvents.queryOptions({
          tenant_id,
          target: member.user_id,
          limit: historyPageSize,
          offset: 0,
        }),
        enabled: historyDisabledReason(me, t) === undefined,
      },
      {
        ...trpc.sessions.listMemberSessions.queryOptions(target),
        enabled: seenSessionsDisabledReason(me, member, t) === undefined,
      },
      { ...trpc.security.listMemberApiKeys.queryOptions(target), enabled: mayEndSessions },
      {
        ...trpc.security.getMemberSecondFactor.queryOptions(target),
        enabled: secondFactorDisabledReason(me, member, t) === undefined,
      },
      {
        ...trpc.team.getMemberAccess.queryOptions(target),
        enabled: accessDisabledReason(me, member, t) === undefined,
      },
      {
        ...trpc.sessions.listMemberSignIns.queryOptions({ ...target, limit: signInPageSize, offset: 0 }),
        enabled: accessDisabledReason(me, member, t) === undefined,
      },
      trpc.team.listMemberWorkspaces.queryOptions(target),
      { ...trpc.groups.listMemberGroups.queryOptions(target), enabled: may(me, 'groups.manage') },
      {
        ...trpc.applications.listMemberApplications.queryOptions(target),
        enabled: may(me, 'applications.manage'),
      },
      {
        ...trpc.customRoles.listHeldCustomRoles.queryOptions({ tenant_id, holder_id: member.user_id }),
        enabled: may(me, 'roles.manage'),
      },
      {
        ...trpc.customRoles.listCustomRoles.queryOptions({ tenant_id, limit: customRoleLimits.perTenant }),
        enabled: may(me, 'roles.manage') && memberRolesDisabledReason(me, member, t) === undefined,
      },
      {
        ...trpc.customRoles.explainMemberAccess.queryOptions(target),
        enabled: may(me, 'roles.manage') && member.status !== 'removed',
      },
      // Whether others can open the links that are sent from here.
      { ...trpc.settings.getServiceInfo.queryOptions(), enabled: may(me, 'settings.read') },
    ],
  });
  // A section asks again for what failed: that must not take it away.
  return reads.some(({ isLoading, isFetched }) => isLoading && !isFetched);
};
