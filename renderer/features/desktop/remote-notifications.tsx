import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '#shared/rules/permissions.ts';
import { useMe, useTRPC } from '../../api/context.tsx';
import { remoteBridge } from '../../api/desktop.ts';
import { movedRuns, newSignIns, type RemoteNotification } from './remote-notifications.logic.ts';

/** The contract's limits for a notification of another server. */
const longest = { title: 120, body: 400 } as const;

const tell = (news: readonly RemoteNotification[]): void => {
  for (const { title, body, page } of news) {
    remoteBridge()
      ?.notify({ title: title.slice(0, longest.title), body: body.slice(0, longest.body), page })
      .catch(reportError);
  }
};

/** Upgrades whose status may change. */
const newest = 50;

/**
 * Tells the desktop app of another computer what happens here: sign-ins to the own account, and upgrades that move while
 * no one looks at this window. The lists load again as their topics change.
 */
export const RemoteNotifications = () => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const me = useMe();
  const sessions = useQuery(trpc.sessions.listSessions.queryOptions()).data?.sessions;
  const runs = useQuery(
    trpc.hosting.listUpgradeRuns.queryOptions(may(me, 'hosting.read') ? { limit: newest } : skipToken),
  ).data?.runs;
  const knownSessions = useRef<ReadonlySet<string>>(undefined);
  const knownRuns = useRef<ReadonlyMap<string, string>>(undefined);

  useEffect(() => {
    if (!sessions) return;
    tell(newSignIns(knownSessions.current, sessions, t));
    knownSessions.current = new Set(sessions.map(({ session_id }) => session_id));
  }, [sessions, t]);
  useEffect(() => {
    if (!runs) return;
    if (!document.hasFocus()) tell(movedRuns(knownRuns.current, runs, t));
    knownRuns.current = new Map(runs.map(({ run_id, state }) => [run_id, state]));
  }, [runs, t]);
  return null;
};
