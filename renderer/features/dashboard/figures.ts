import type { QueryClient } from '@tanstack/react-query';
import { may } from '#shared/rules/permissions.ts';
import type { useTRPC } from '../../api/context.tsx';
import type { SignedInUser } from '../../api/tokens.ts';

/** A page of one row, fetched only for its total. */
const one = { limit: 1 } as const;

/** Events that are read, to sum up those of a kind. */
const readEvents = 100;

/** What the cards and lists of the dashboard show, as far as the role may read it. */
export const figureQueries = (trpc: ReturnType<typeof useTRPC>, me: SignedInUser) => {
  const { tenant_id } = me;
  const managesTeam = may(me, 'team.manage');
  const managesSessions = may(me, 'sessions.manage');
  return {
    members: trpc.team.listMembers.queryOptions({ tenant_id, ...one }, { enabled: may(me, 'team.read') }),
    sessions: trpc.sessions.countSessions.queryOptions({ tenant_id }, { enabled: managesSessions }),
    ownSessions: trpc.sessions.listSessions.queryOptions(undefined, { enabled: !managesSessions }),
    invitations: trpc.team.listInvitations.queryOptions(
      { tenant_id, status: 'pending', ...one },
      { enabled: managesTeam },
    ),
    servers: trpc.hosting.listServers.queryOptions(one, { enabled: may(me, 'hosting.read') }),
    workspaces: trpc.workspaces.listWorkspaces.queryOptions({ tenant_id, ...one }, { enabled: !managesTeam }),
    health: trpc.workspaces.listWorkspaces.queryOptions({ tenant_id }),
    events: trpc.audit.listAuditEvents.queryOptions(
      { tenant_id, limit: readEvents },
      { enabled: may(me, 'audit.read') },
    ),
  };
};

/** Begins to read them. Each card shows its own failure. */
export const loadFigures = (queryClient: QueryClient, trpc: ReturnType<typeof useTRPC>, user: SignedInUser): void => {
  const queries = figureQueries(trpc, user);
  if (queries.members.enabled) void queryClient.prefetchQuery(queries.members);
  if (queries.sessions.enabled) void queryClient.prefetchQuery(queries.sessions);
  if (queries.ownSessions.enabled) void queryClient.prefetchQuery(queries.ownSessions);
  if (queries.invitations.enabled) void queryClient.prefetchQuery(queries.invitations);
  if (queries.servers.enabled) void queryClient.prefetchQuery(queries.servers);
  if (queries.workspaces.enabled) void queryClient.prefetchQuery(queries.workspaces);
  void queryClient.prefetchQuery(queries.health);
  if (queries.events.enabled) void queryClient.prefetchQuery(queries.events);
};
