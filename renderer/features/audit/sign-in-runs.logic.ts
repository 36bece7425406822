import type { AuditEvent } from './audit.logic.ts';

/** So many in a row are shown as one. */
const fewest = 3;

const ordinary: ReadonlySet<string> = new Set([
  'login',
  'completeLogin',
  'loginWithPasskey',
  'completeLoginWithPasskey',
  'loginWithLink',
  'logout',
] satisfies AuditEvent['action'][]);

/** One entry, or several sign-ins and sign-outs that follow each other, newest first. */
export type AuditItem = { event: AuditEvent } | { signIns: [AuditEvent, ...AuditEvent[]]; people: number };

/** Ordinary sign-ins are most of a log, and hide the rest. What was blocked is never hidden. */
export const withSignInsTogether = (events: readonly AuditEvent[]): AuditItem[] => {
  const items: AuditItem[] = [];
  for (let index = 0; index < events.length; ) {
    const end = events.findIndex(({ action }, at) => at >= index && !ordinary.has(action));
    const [first, ...others] = events.slice(index, end === -1 ? events.length : end);
    if (first && others.length + 1 >= fewest) {
      const signIns = [first, ...others] as [AuditEvent, ...AuditEvent[]];
      items.push({ signIns, people: new Set(signIns.map(({ actor_id }) => actor_id)).size });
      index += signIns.length;
    } else {
      const next = events[index];
      if (next) items.push({ event: next });
      index += 1;
    }
  }
  return items;
};
