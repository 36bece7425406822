import { type QueryClient, useQuery } from '@tanstack/react-query';
import { may } from '#shared/rules/permissions.ts';
import { type Me, useTenant, useTRPC } from '../../api/context.tsx';
import type { SignedInUser } from '../../api/tokens.ts';
import { attentionOf, recent } from './attention.logic.ts';

type Trpc = ReturnType<typeof useTRPC>;

/** How many upgrades are looked at: beyond one, only their number counts. */
const few = 100;

/** What the dashboard sums up, as far as the role may read it. */
export const overviewQueries = (trpc: Trpc, { tenant_id, ...holder }: SignedInUser) => ({
  security: trpc.security.getSecurityOverview.queryOptions({ tenant_id }, { enabled: may(holder, 'sessions.manage') }),
  mail: trpc.mail.getMailActivity.queryOptions({ tenant_id }, { enabled: may(holder, 'mail.manage') }),
  waiting: trpc.mail.listMails.queryOptions(
    { tenant_id, status: 'queued', limit: 1 },
    { enabled: may(holder, 'mail.manage') },
  ),
  costs: trpc.hosting.getCostHistory.queryOptions({}, { enabled: may(holder, 'hosting.read') }),
  upgrades: trpc.hosting.listUpgradeRuns.queryOptions(
    { show: 'attention', limit: few },
    { enabled: may(holder, 'hosting.read') },
  ),
  backups: trpc.settings.getBackupStatus.queryOptions(undefined, { enabled: may(holder, 'backups.manage') }),
});

/** Loads it before the dashboard shows, so that what needs attention doesn't push the rest down later. */
export const loadOverview = async (queryClient: QueryClient, trpc: Trpc, user: SignedInUser): Promise<void> => {
  const { security, mail, waiting, costs, upgrades, backups } = overviewQueries(trpc, user);
  await Promise.all([
    security.enabled && queryClient.prefetchQuery(security),
    mail.enabled && queryClient.prefetchQuery(mail),
    waiting.enabled && queryClient.prefetchQuery(waiting),
    costs.enabled && queryClient.prefetchQuery(costs),
    upgrades.enabled && queryClient.prefetchQuery(upgrades),
    backups.enabled && queryClient.prefetchQuery(backups),
  ]);
};

/** What this user should look at. What failed to load is left out: its own card says so. */
export const useAttention = (me: Me) => {
  const options = overviewQueries(useTRPC(), me);
  const tenant = useTenant(me);
  const security = useQuery(options.security).data;
  const mail = useQuery(options.mail).data;
  const waiting = useQuery(options.waiting).data;
  const costs = useQuery(options.costs).data;
  const upgrades = useQuery(options.upgrades).data;
  const backups = useQuery(options.backups).data;
  return attentionOf({
    upgrades: upgrades?.runs,
    backupFailed: backups?.failure != null,
    undelivered: recent(mail?.days, ({ failed }) => failed),
    // The people of the sample data don't exist, so no one waits for their email.
    held: waiting?.delivery === 'kept' && tenant?.sample === false ? waiting.total : 0,
    mayConnectMail: may(me, 'mail.settings'),
    expiringKeys: security?.expiring_keys.length,
    lockouts: recent(security?.failures.days, ({ lockouts }) => lockouts),
    overBudget: costs?.monthly_budget != null && Number(costs.monthly_cost) > Number(costs.monthly_budget),
  });
};
