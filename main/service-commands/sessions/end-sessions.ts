import { z } from 'zod';
import { endAuthority } from '../../services/identity/end-authority.ts';
import { operatorActor, recordEvent, userTarget } from '../../services/recording/record-event.ts';
import { voidShownTokens } from '../../storage/store/identity/one-time-tokens.ts';
import { endAllSessions, findSession } from '../../storage/store/identity/sessions.ts';
import { findUserOf } from '../find.ts';
import { commandOperation, refused } from '../operation.ts';
import { recordForInstallation } from '../record-for-installation.ts';

/** Ends one session, all sessions of a user, or all sessions. */
export const endSessions = commandOperation({
  input: z.strictObject({
    user: z.string().optional(),
    session: z.string().optional(),
    all: z.boolean().default(false),
  }),
  async run(context, { user: key, session: sessionId, all }): Promise<{ ended_sessions: number }> {
    const { db, clock } = context;
    if ([key !== undefined, sessionId !== undefined, all].filter(Boolean).length !== 1) {
      throw refused('Choose the sessions to end with --user, --session or --all');
    }
    if (all) {
      return db.transaction({}, async (tx) => {
        const ended = await endAllSessions(tx, 'revoked', clock.now());
        await voidShownTokens(tx, clock.now());
        await recordForInstallation(context, tx, { action: 'endSessions', details: { sessions: ended } });
        return { ended_sessions: ended };
      });
    }
    const session = sessionId === undefined ? undefined : await findSession(db.read, sessionId);
    if (sessionId !== undefined && !session) {
      throw refused(`There is no session ${sessionId}. See castellan session list`);
    }
    const { id, tenant_id } = await findUserOf(db.read, session?.user_id ?? key ?? '');
    return db.transaction({ tenant: tenant_id }, async (tx) => {
      const user = await findUserOf(tx, id);
      const { sessions: ended } = session
        ? await endAuthority(context, tx, user, 'session_revoked', { session: session.id })
        : await endAuthority(context, tx, user, 'signed_out_everywhere');
      if (ended === 0) throw refused(`${user.email} has no active session`);
      await recordEvent(context, tx, {
        action: 'endSessions',
        actor: operatorActor(tenant_id),
        target: userTarget(user),
        details: { sessions: ended },
      });
      return { ended_sessions: ended };
    });
  },
});
