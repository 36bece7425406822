import type { contract } from '#shared/contract/index.ts';
import { lifetimesMs } from '#shared/rules/limits.ts';
import { AppError, type EndReason } from '#shared/texts/errors.ts';
import { hashSecret, type RefreshToken } from '../../security/refresh-tokens.ts';
import { type CallerRow, findCaller } from '../../storage/store/identity/callers.ts';
import { type Rotation, rotateRefreshToken } from '../../storage/store/identity/rotations.ts';
import { findSession, type SessionRow } from '../../storage/store/identity/sessions.ts';
import { findUser } from '../../storage/store/identity/users.ts';
import type { AppContext } from '../context.ts';
import type { AnonymousCall, Handler } from '../handler.ts';
import { endAuthority } from '../identity/end-authority.ts';
import { accessTokenSeconds } from '../identity/start-session.ts';
import { recordEvent, unknownActor, userTarget } from '../recording/record-event.ts';

/**
 * Seed 000 §4 #16: rotates the refresh token with one conditional write. DECISION 0008: the token before it gets the same
 * successor again for ten seconds (two tabs). After that, and until that successor is used, it gets another one in its
 * place (a lost response). Once it is used, and for anything older, the session ends.
 */
export const refresh: Handler<typeof contract.auth.refresh> = async (context, { refresh_token }, call) => {
  const { client, write } = call;
  const { clock, accessTokens, refreshTokens, callers, rotate } = context;
  const token = refreshTokens.read(refresh_token);
  if (!token) throw new AppError('REFRESH_TOKEN_INVALID');
  const row = await liveSession(context, token.sessionId);
  const now = clock.now();
  const hash = hashSecret(refresh_token);
  let next: RefreshToken = { sessionId: token.sessionId, generation: token.generation + 1 };
  let successor = refreshTokens.issue(next);
  // DECISION 0076: each refresh token is valid for 30 days of its own (seed 000 §2).
  const expiresAt = now + lifetimesMs.refreshToken;
  const rotation: Rotation = {
    sessionId: token.sessionId,
    generation: token.generation,
    hash,
    nextHash: hashSecret(successor),
    now,
    activeAt: client.background ? callers.lastActive(token.sessionId, row.last_active_at) : now,
    expiresAt,
  };
  let rotated = await rotate(rotation);
  while (!rotated) {
    const { session, isWithinGrace } = await assertRepeatable(context, token, hash, call);
    const { refresh_generation: generation, refresh_hash: unusedHash } = session;
    const given = isWithinGrace && refreshTokens.reissue({ ...next, generation }, unusedHash);
    if (given) {
      next = { ...next, generation };
      successor = given;
      break;
    }
    // Whoever has the unused one, if not the owner, can't go on with it.
    next = { ...next, generation: generation + 1 };
    successor = refreshTokens.issue(next);
    rotated = await rotateRefreshToken(write, { ...rotation, generation, nextHash: hashSecret(successor), unusedHash });
  }
  if (rotated) callers.recordRefresh(token.sessionId, expiresAt);
  if (!client.background) callers.recordActivity({ id: token.sessionId, tenantId: row.tenant_id });
  const accessToken = await accessTokens.sign(
    { user_id: row.id, tenant_id: row.tenant_id, email: row.email, role: row.role },
    token.sessionId,
    next.generation,
  );
  return { access_token: accessToken, refresh_token: successor, expires_in: accessTokenSeconds };
};

const refused = (reason: EndReason): AppError => new AppError('REFRESH_TOKEN_INVALID', { reason });

/** The session and user for a refresh token. @throws AppError REFRESH_TOKEN_INVALID with the reason. */
const liveSession = async ({ db, callers }: AppContext, sessionId: string): Promise<CallerRow> => {
  const known = await callers.find(sessionId);
  // Never end a session based on cached data alone: reread its row first.
  const row = known && callers.hasLapsed(known) ? await findCaller(db.read, sessionId) : known;
  if (!row) throw refused('deleted');
  if (row.ended_at !== null) throw refused(row.end_reason ?? 'revoked');
  if (row.status === 'removed' || row.status === 'disabled') throw refused(row.status);
  if (row.status !== 'active' || row.tenant_delete_at !== null) throw refused('deleted');
  const lapsed = await callers.lapse(row);
  if (lapsed !== undefined) throw refused(lapsed);
  return row;
};

/**
 * Handles a token that was already used. Ends the session unless the token is the immediate parent, and either within the
 * grace period or without a sign that its successor arrived.
 * @throws AppError REFRESH_TOKEN_INVALID after ending the session
 */
const assertRepeatable = async (
  context: AppContext,
  { sessionId, generation }: RefreshToken,
  hash: string,
  { client, transaction }: AnonymousCall,
): Promise<{ session: SessionRow; isWithinGrace: boolean }> => {
  const { db, clock, log, callers } = context;
  const session = await findSession(db.read, sessionId);
  const now = clock.now();
  if (!session) throw refused('deleted');
  if (session.ended_at !== null) throw refused(session.end_reason ?? 'revoked');
  const isParent = session.refresh_parent_hash === hash && session.refresh_rotated_at !== null;
  // Use the absolute difference, so that setting the clock back does not extend the grace period.
  const isWithinGrace = Math.abs(now - (session.refresh_rotated_at ?? 0)) <= lifetimesMs.refreshGrace;
  if (isParent && (isWithinGrace || !callers.isUsedSince(session, generation))) return { session, isWithinGrace };
  // A future generation means that the database was restored from a backup, not that the token was stolen.
  if (generation >= session.refresh_generation) throw new AppError('REFRESH_TOKEN_INVALID');
  const owner = await findUser(db.read, session.user_id);
  await transaction({ tenant: owner?.tenant_id }, async (tx) => {
    const user = await findUser(tx, session.user_id);
    if (!user) return;
    const ending = { session: sessionId, reason: 'reuse_detected' } as const;
    const { sessions } = await endAuthority(context, tx, user, 'session_revoked', ending);
    if (sessions === 0) return;
    await recordEvent(context, tx, {
      action: 'endReusedSession',
      actor: unknownActor(user.tenant_id),
      client,
      target: userTarget(user),
      details: { device: session.device },
    });
  });
  log.warn({ session_id: sessionId, user_id: session.user_id }, 'a spent refresh token was presented: session ended');
  throw refused('reuse_detected');
};
