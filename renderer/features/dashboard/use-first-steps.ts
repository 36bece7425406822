import { type QueryClient, useQuery } from '@tanstack/react-query';
import { may } from '#shared/rules/permissions.ts';
import { type Me, useTenant, useTRPC } from '../../api/context.tsx';
import type { SignedInUser } from '../../api/tokens.ts';
import { firstSteps } from './first-steps.logic.ts';

type Trpc = ReturnType<typeof useTRPC>;

/** What tells which steps are done. Pages of one row are read for their total only. */
const queriesOf = (trpc: Trpc, me: SignedInUser) => {
  const { tenant_id } = me;
  const enabled = may(me, 'ownership.transfer');
  return {
    members: trpc.team.listMembers.queryOptions({ tenant_id, limit: 1 }, { enabled: may(me, 'team.read') }),
    owners: trpc.team.listMembers.queryOptions(
      { tenant_id, role: 'owner', limit: 1 },
      { enabled: may(me, 'team.read') },
    ),
    secondFactor: trpc.security.getSecondFactor.queryOptions(),
    invitations: trpc.team.listInvitations.queryOptions({ tenant_id, limit: 1 }, { enabled: may(me, 'team.manage') }),
    mail: trpc.mail.getMailSettings.queryOptions(undefined, { enabled }),
    backups: trpc.settings.getBackupStatus.queryOptions(undefined, { enabled }),
  };
};

/**
 * Loads what the steps depend on before the dashboard shows, so that they don't push it down later. What fails to load
 * hides the steps.
 */
export const loadFirstSteps = async (queryClient: QueryClient, trpc: Trpc, user: SignedInUser): Promise<void> => {
  const { members, owners, secondFactor, invitations, mail, backups } = queriesOf(trpc, user);
  await Promise.all([
    members.enabled && queryClient.prefetchQuery(members),
    owners.enabled && queryClient.prefetchQuery(owners),
    queryClient.prefetchQuery(secondFactor),
    invitations.enabled && queryClient.prefetchQuery(invitations),
    mail.enabled && queryClient.prefetchQuery(mail),
    backups.enabled && queryClient.prefetchQuery(backups),
  ]);
};

/** The first steps that this user can take, and which of them are done; undefined while that is unknown. */
export const useFirstSteps = (me: Me) => {
  const options = queriesOf(useTRPC(), me);
  const tenant = useTenant(me);
  const members = useQuery(options.members);
  const owners = useQuery(options.owners);
  const secondFactor = useQuery(options.secondFactor);
  const invitations = useQuery(options.invitations);
  const mail = useQuery(options.mail);
  const backups = useQuery(options.backups);
  const isAnswered = [invitations, mail, backups].every(({ isSuccess, isEnabled }) => isSuccess || !isEnabled);
  if (!tenant || !members.data || !owners.data || !secondFactor.data || !isAnswered) return undefined;
  return firstSteps({
    holder: me,
    timezone: me.preferences.timezone,
    members: members.data.total,
    owners: owners.data.total,
    hasSecondFactor: secondFactor.data.enabled,
    invitations: invitations.data?.total,
    sendsEmail: tenant.sends_email,
    canSetMailServer: mail.data?.changeable === true,
    canBackUp: backups.data?.manageable === true,
    isBackedUp: backups.data?.last != null,
  });
};
