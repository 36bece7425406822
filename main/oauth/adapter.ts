import type { Clock } from '../platform/clock.ts';
import { hashSecret } from '../security/refresh-tokens.ts';
import type { Queries } from '../storage/database/schema.ts';
import {
  consumeOauthRecord,
  deleteOauthRecord,
  deleteOauthRecordsOfGrant,
  findOauthRecord,
  type OauthRecordRow,
  saveOauthRecord,
} from '../storage/store/oauth/records.ts';

/** What the provider stores, as far as the adapter reads it. */
export interface Payload {
  jti?: string;
  uid?: string;
  grantId?: string;
  accountId?: string;
  clientId?: string;
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

/** What an adapter works with. */
export interface AdapterParts {
  readonly read: Queries;
  readonly write: Queries;
  /** Decides what has expired. */
  readonly clock: Clock;
  /** The clock that the library reads by itself: it is told expiry by this one. */
  readonly libraryClock: Clock;
  /** The session of the browser that sends the present request, if someone is signed in there. */
  readonly sessionInBrowser: () => Promise<{ id: string; userId: string } | undefined>;
  /** Whether a session of ours is open, has lapsed by itself, or was ended, or its account may not act. */
  readonly stateOf: (sessionId: string) => Promise<'open' | 'lapsed' | 'ended'>;
  /** The error for something that was used up by someone else meanwhile. */
  readonly spent: () => Error;
}

const hashed = (value: string | undefined): string | null => (value === undefined ? null : hashSecret(value));

/** Models whose records belong to a grant and end with it. */
const ofGrant: ReadonlySet<string> = new Set(['AccessToken', 'AuthorizationCode', 'RefreshToken']);

/**
 * What is stored of a payload: nothing that anyone could present. The library gets it back from the value that was presented.
 * `session.cookie` of an interaction is the value of the provider's own cookie, which it never reads again.
 */
const withoutSecrets = ({ jti, session, consumed, ...payload }: Payload): Payload => {
  if (!session) return payload;
  const { cookie, ...rest } = session;
  return { ...payload, session: rest };
};

/** DECISION 0332: stores what the provider keeps of one kind, so that a reader of the database can't use any of it. */
export const createAdapter = (
  model: string,
  { read, write, clock, libraryClock, sessionInBrowser, stateOf, spent }: AdapterParts,
): Adapter => {
  const isSession = model === 'Session';
  const restored = (row: OauthRecordRow | undefined, own: Partial<Payload>): Payload | undefined => {
    if (!row) return undefined;
    const leftMs = row.expires_at === null ? undefined : row.expires_at - clock.now();
    if (leftMs !== undefined && leftMs <= 0) return undefined;
    return {
      ...(JSON.parse(row.payload) as Payload),
      ...own,
      ...(leftMs !== undefined && { exp: Math.ceil((libraryClock.now() + leftMs) / 1000) }),
      ...(row.consumed_at !== null && { consumed: Math.floor(row.consumed_at / 1000) }),
    };
  };
  /**
   * A session of the provider stands for one of ours, so it ends with it. What was granted in a session may outlive that it lapses, if
   * the library says so, but not that someone ends it.
   */
  const isLive = async ({ session_id: id }: OauthRecordRow): Promise<boolean> => {
    const state = id === null ? 'open' : await stateOf(id);
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
  return {
    async upsert(id, payload, expiresIn) {
      await saveOauthRecord(write, {
        model,
        id_hash: hashSecret(id),
        payload: JSON.stringify(withoutSecrets(payload)),
        uid_hash: hashed(payload.uid),
        grant_hash: ofGrant.has(model) ? hashed(payload.grantId) : null,
        application_id: payload.clientId ?? payload.params?.client_id ?? null,
        user_id: payload.accountId ?? payload.session?.accountId ?? null,
        session_id: await sessionOf(payload),
        consumed_at: null,
        expires_at: expiresIn === undefined ? null : clock.now() + expiresIn * 1000,
      });
    },
    async find(id) {
      const row = await findOauthRecord(read, model, 'id_hash', hashSecret(id));
      if (!row || !(await isLive(row))) return undefined;
      // Someone else may have signed in in this browser since, or signed out.
      if (isSession && row.session_id !== null && (await sessionInBrowser())?.id !== row.session_id) return undefined;
      return restored(row, { jti: id });
    },
    async findByUid(uid) {
      const row = await findOauthRecord(read, model, 'uid_hash', hashSecret(uid));
      return row && (await isLive(row)) ? restored(row, {}) : undefined;
    },
    // Only devices without a browser have such codes, and there is no sign-in for them.
    findByUserCode: async () => undefined,
    async consume(id) {
      // Of two at the same time, one gets tokens: the library itself looks first and writes later.
      if (!(await consumeOauthRecord(write, model, hashSecret(id), clock.now()))) throw spent();
    },
    async destroy(id) {
      await deleteOauthRecord(write, model, hashSecret(id));
    },
    async revokeByGrantId(grantId) {
      await deleteOauthRecordsOfGrant(write, hashSecret(grantId));
    },
  };
};
