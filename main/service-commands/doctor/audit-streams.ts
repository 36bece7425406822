import { minute } from '#shared/rules/limits.ts';
import { toIso } from '../../platform/clock.ts';
import { StartError } from '../../platform/start-error.ts';
import type { SystemContext } from '../../services/context.ts';
import { findStreamLag } from '../../storage/store/audit/audit-streams.ts';
import { findMailHold } from '../../storage/store/mail/mail-hold.ts';

/** Sending takes seconds. What waits longer doesn't get through, whichever instance tries. */
const longestMs = 5 * minute;

/** Whether the receivers of the audit logs have them. */
export const checkAuditStreams = async ({
  auditStreams,
  clock,
  db,
}: Pick<SystemContext, 'auditStreams' | 'clock' | 'db'>): Promise<string> => {
  if (auditStreams.length === 0) return 'not set; audit logs stay in the database';
  const isHeld = (await findMailHold(db.read)) !== undefined;
  const found: string[] = [];
  for (const { name, isRemote, problem } of auditStreams) {
    const { entries, since } = await findStreamLag(db.read, name);
    if (isRemote && isHeld) {
      found.push(`${name} is on hold with email (${entries} entries)`);
      continue;
    }
    const isLate = since !== undefined && clock.now() - since > longestMs;
    const why = problem();
    if (isLate || (why !== undefined && entries > 0)) {
      const waiting = since === undefined ? '' : ` since ${toIso(since)}`;
      throw new StartError(`${name}: ${entries} entries wait${waiting}${why === undefined ? '' : ` (${why})`}`);
    }
    found.push(entries === 0 ? `${name} has everything` : `${name} is being sent ${entries} entries`);
  }
  return found.join('; ');
};
