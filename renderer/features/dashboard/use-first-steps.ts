import { useQuery } from '@tanstack/react-query';
import { may } from '#shared/permissions.ts';
import { defaultPreferences } from '#shared/preferences.ts';
import { type Me, useTenant, useTRPC } from '../../api/context.tsx';
import { paths } from '../../paths.ts';

/** A page of one row, fetched only for its total. */
const one = { limit: 1 } as const;

/** The first steps that this user can take, and which of them are done; undefined while that is unknown. */
export const useFirstSteps = (me: Me) => {
  const trpc = useTRPC();
  const { tenant_id, role } = me;
  const [manages, owns] = [may(role, 'team.manage'), may(role, 'ownership.transfer')];
  const tenant = useTenant(me);
  const members = useQuery(trpc.team.listMembers.queryOptions({ tenant_id, ...one }));
  const owners = useQuery(trpc.team.listMembers.queryOptions({ tenant_id, role: 'owner', ...one }));
  const invitations = useQuery(trpc.team.listInvitations.queryOptions({ tenant_id, ...one }, { enabled: manages }));
  const secondFactor = useQuery(trpc.security.getSecondFactor.queryOptions());
  const mail = useQuery(trpc.settings.getMailSettings.queryOptions(undefined, { enabled: owns }));
  const backups = useQuery(trpc.settings.getBackupStatus.queryOptions(undefined, { enabled: owns }));
  const queries = [members, owners, secondFactor, ...(manages ? [invitations] : []), ...(owns ? [mail, backups] : [])];
  if (!queries.every(({ isSuccess }) => isSuccess)) return undefined;
  const hasCompany = (members.data?.total ?? 0) > 1;
  const steps = [
    {
      name: 'team',
      link: paths.invite,
      isOffered: manages,
      isDone: hasCompany || (invitations.data?.total ?? 0) > 0,
    },
    {
      name: 'mailServer',
      link: paths.mailServer,
      isOffered: mail.data?.changeable === true,
      isDone: tenant?.sends_email === true,
    },
    { name: 'secondFactor', link: paths.secondFactorTab, isOffered: true, isDone: secondFactor.data?.enabled === true },
    { name: 'secondOwner', link: paths.team, isOffered: owns && hasCompany, isDone: (owners.data?.total ?? 0) > 1 },
    {
      name: 'backup',
      link: paths.settings,
      isOffered: backups.data?.manageable === true,
      isDone: backups.data?.last != null,
    },
    {
      name: 'preferences',
      link: paths.preferences,
      isOffered: true,
      isDone: me.preferences.timezone !== defaultPreferences.timezone,
    },
  ] as const;
  return steps.filter(({ isOffered }) => isOffered);
};
