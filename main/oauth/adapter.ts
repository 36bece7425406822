import type { Clock } from '../platform/clock.ts';
import { hashSecret } from '../security/refresh-tokens.ts';
import type { Queries } from '../storage/database/schema.ts';
import {
  consumeOauthRecord,
  deleteOauthRecord,
  deleteOauthRecordsOfGrant,
  findOauthRecord,
  type OauthRecordRow,
  prolongOauthRecord,
  saveOauthRecord,
} from '../storage/store/oauth/records.ts';
import type { Rotation } from './rotation.ts';
import type { SessionState } from './session-state.ts';

/** What the provider stores, as far as the adapter reads it. */
export interface Payload {
  jti?: string;
  uid?: string;
  grantId?: string;
  accountId?: string;
  clientId?: string;
  /** What a device shows. */
  userCode?: string;
  /** How a token came about. */
  gty?: string;
  /** Whether a token is bound to a session. */
  expiresWithSession?: boolean;
  /** Seconds since the epoch, by the clock of the library. */
  exp?: number;
  consumed?: boolean | number;
  session?: { accountId?: string; cookie?: string };
  params?: { client_id?: string };
  [name: string]: unknown;
}

/** Where the provider keeps its sessions, grants, codes and tokens. */
export interface Adapter {
  upsert(id: string, payload: Payload, expiresIn?: number): Promise<void>;
  find(id: string): Promise<Payload | undefined>;
  findByUid(uid: string): Promise<Payload | undefined>;
  findByUserCode(): Promise<undefined>;
  consume(id: string): Promise<void>;
  destroy(id: string): Promise<void>;
  revokeByGrantId(grantId: string): Promise<void>;
}

/** A session of ours, as far as the provider's session follows it. */
export interface BrowserSession {
  readonly id: string;
  readonly userId: string;
  /** What its person has shown by now: it may be more than when they signed in. */
  readonly authentication: { readonly amr: readonly string[]; readonly acr?: string };
}

/** What an adapter works with. */
export interface AdapterParts {
  readonly read: Queries;
  readonly write: Queries;
  /** Decides what has expired. */
  readonly clock: Clock;
  /** The clock that the library reads by itself: it is told expiry by this one. */
  readonly libraryClock: Clock;
  readonly rotation: Rotation;
  /** The session of the browser that sends the present request, if someone is signed in there. */
  readonly sessionInBrowser: () => Promise<BrowserSession | undefined>;
  /** The refresh tokens of the present request: the one that is used up, and the one that takes its place. */
  readonly exchanged: () => { readonly used?: string | undefined; readonly next?: string | undefined };
  /** An application gets an access token for someone, by what was granted in a session. */
  readonly onIssued: (payload: Payload, sessionId: string | null) => Promise<void>;
  /** The hash of the code that a device shows. */
  readonly hashOfUserCode: (code: string) => string;
  /** Ends a grant with its codes and tokens, by the hash of its ID. */
  readonly endGrant: (grantHash: string) => Promise<void>;
  /** What the application that sends the present request calls a session of ours; undefined if it needs no name for it. */
  readonly sidFor: (sessionId: string) => string | undefined;
  /** Whether a session of ours is open, has lapsed by itself, or was ended, or its account may not act. */
  readonly stateOf: (sessionId: string) => Promise<SessionState>;
  /** The error for something that was used up by someone else meanwhile. */
  readonly spent: () => Error;
}

const hashed = (value: string | undefined): string | null => (value === undefined ? null : hashSecret(value));

/** Models whose records belong to a grant and end with it. */
const ofGrant: ReadonlySet<string> = new Set(['AccessToken', 'AuthorizationCode', 'DeviceCode', 'RefreshToken']);

/**
 * What is stored of a payload: nothing that anyone could present. The library gets it back from the value that was presented.
 * `session.cookie` of an interaction is the value of the provider's own cookie, which it never reads again.
 */
const withoutSecrets = ({ jti, session, consumed, userCode, ...payload }: Payload): Payload => {
  if (!session) return payload;
  const { cookie, ...rest } = session;
  return { ...payload, session: rest };
};

/** DECISION 0332: stores what the provider keeps of one kind, so that a reader of the database can't use any of it. */
export const createAdapter = (model: string, parts: AdapterParts): Adapter => {
  const { read, write, clock, libraryClock, rotation, sessionInBrowser, stateOf, exchanged, sidFor } = parts;
  const isSession = model === 'Session';
  const restored = (row: OauthRecordRow | undefined, own: Partial<Payload>): Payload | undefined => {
    if (!row) return undefined;
    const leftMs = row.expires_at === null ? undefined : row.expires_at - clock.now();
    if (leftMs !== undefined && leftMs <= 0) return undefined;
    return {
      ...(JSON.parse(row.payload) as Payload),
      ...own,
      ...(leftMs !== undefined && { exp: Math.ceil((libraryClock.now() + leftMs) / 1000) }),
      ...(row.consumed_at !== null && model !== 'AccessToken' && { consumed: Math.floor(row.consumed_at / 1000) }),
    };
  };
  /** What is presented once more because its answer may have been lost isn't used up. */
  const asUnused = async (row: OauthRecordRow): Promise<OauthRecordRow> =>
    model === 'RefreshToken' && (await rotation.isRepeatable(row)) ? { ...row, consumed_at: null } : row;
  /**
   * A session of the provider stands for one of ours, so it ends with it. What was granted in a session may outlive that it lapses, if
   * the library says so, but not that someone ends it.
   */
  const isLive = async ({ session_id: id, user_id }: OauthRecordRow): Promise<boolean> => {
    // Once the row of a session is deleted, it has lapsed or ended long ago. What ended with it is deleted.
    if (id === null) return !isSession || user_id === null;
    const state = await stateOf(id);
    return state === 'open' || (state === 'lapsed' && !isSession);
  };
  /** The ID of our session that something belongs to. Null as long as no one is signed in. */
  const sessionOf = async ({ accountId, grantId }: Payload): Promise<string | null> => {
    if (accountId === undefined) return null;
    if (ofGrant.has(model) && grantId !== undefined) {
      return (await findOauthRecord(read, 'Grant', 'id_hash', hashSecret(grantId)))?.session_id ?? null;
    }
    if (!isSession && model !== 'Grant') return null;
    const session = await sessionInBrowser();
    if (session?.userId !== accountId) throw new Error(`${model} needs a session of its user`);
    return session.id;
  };
  /** The refresh token that this one took the place of, or came with. */
  const parentOf = (): string | undefined =>
    model === 'RefreshToken' ? exchanged().used : model === 'AccessToken' ? exchanged().next : undefined;
  return {
    async upsert(id, payload, expiresIn) {
      const expires_at = expiresIn === undefined ? null : clock.now() + expiresIn * 1000;
      const session_id = await sessionOf(payload);
      await saveOauthRecord(write, {
        model,
        id_hash: hashSecret(id),
        payload: JSON.stringify(withoutSecrets(payload)),
        uid_hash: payload.userCode === undefined ? hashed(payload.uid) : parts.hashOfUserCode(payload.userCode),
        grant_hash: ofGrant.has(model) ? hashed(payload.grantId) : null,
        application_id: payload.clientId ?? payload.params?.client_id ?? null,
        user_id: payload.accountId ?? payload.session?.accountId ?? null,
        session_id,
        parent_hash: hashed(parentOf()),
        consumed_at: null,
        expires_at,
      });
      if (model === 'RefreshToken' && payload.grantId !== undefined && expires_at !== null)
        await prolongOauthRecord(write, 'Grant', hashSecret(payload.grantId), expires_at);
      if (model === 'AccessToken') await parts.onIssued(payload, session_id);
    },
    async find(id) {
      const row = await findOauthRecord(read, model, 'id_hash', hashSecret(id));
      if (!row || !(await isLive(row))) return undefined;
      if (isSession && row.session_id !== null) {
        // Someone else may have signed in in this browser since, or signed out.
        const session = await sessionInBrowser();
        return session?.id === row.session_id ? restored(row, { jti: id, ...session.authentication }) : undefined;
      }
      // That it is presented shows that the answer with it has arrived.
      if (model === 'AccessToken' && row.parent_hash !== null && row.consumed_at === null)
        await consumeOauthRecord(write, model, row.id_hash, clock.now());
      // In place of the library's own, which says nothing once its session is lost.
      const sid = ofGrant.has(model) && row.session_id !== null ? sidFor(row.session_id) : undefined;
      return restored(await asUnused(row), { jti: id, ...(ofGrant.has(model) && { sid }) });
    },
    async findByUid(uid) {
      const row = await findOauthRecord(read, model, 'uid_hash', hashSecret(uid));
      return row && (await isLive(row)) ? restored(row, {}) : undefined;
    },
    // The library never asks: see device.ts.
    findByUserCode: async () => undefined,
    async consume(id) {
      // Of two at the same time, one gets tokens: the library itself looks first and writes later.
      if (!(await consumeOauthRecord(write, model, hashSecret(id), clock.now()))) throw parts.spent();
    },
    async destroy(id) {
      if (model === 'Grant') await parts.endGrant(hashSecret(id));
      else await deleteOauthRecord(write, model, hashSecret(id));
    },
    async revokeByGrantId(grantId) {
      await deleteOauthRecordsOfGrant(write, hashSecret(grantId));
    },
  };
};
