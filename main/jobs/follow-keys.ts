import { minute } from '#shared/rules/limits.ts';
import { type KeyNotice, openNotice, retiredNotice, signingWith } from '../security/key-notices.ts';
import { kidOf } from '../security/keys.ts';
import type { SystemContext } from '../services/context.ts';
import { findInstallation } from '../storage/store/installation.ts';
import { findPublishedKey, withdrawKey } from '../storage/store/published-keys.ts';

/** Long enough for an instance that has just connected, and doesn't know the key yet. */
const publishedMs = 10 * minute;

type NewKey = Extract<KeyNotice, { kid: string }>;
type Context = Pick<SystemContext, 'auditAnchors' | 'db' | 'keys' | 'clock' | 'log' | 'secretBox'>;

/** Takes a new key, unless this instance has it. */
const follow = async ({ db, keys, clock }: Context, entry: NewKey, at: number): Promise<void> => {
  const { kid } = entry;
  if (!keys.list().some((key) => key.kid === kid)) await keys.adopt(entry);
  await db.confirm(kid);
  if (kid === keys.current.kid && clock.now() - at > publishedMs) await withdrawKey(db.write, kid);
};

/** Moves to the key that the database names, if that is the next one. */
const promoteNext = async ({ db, keys, log }: Context): Promise<{ current: string; isPromoted: boolean }> => {
  const installation = await findInstallation(db.read);
  const current = installation ? kidOf(installation.fingerprint) : keys.current.kid;
  const isPromoted = current === keys.next;
  if (isPromoted) {
    await keys.promote(current);
    log.info({ key: current }, 'using the key that another instance has published');
  }
  return { current, isPromoted };
};

/** Moves to the key that the database names, and forgets one that was withdrawn. */
const followCurrent = async (
  context: Context,
  adopted: string | undefined,
  published: string | undefined,
): Promise<void> => {
  const { db, keys, log } = context;
  const { current, isPromoted } = await promoteNext(context);
  if (!isPromoted && !keys.find(current)) {
    log.error({ key: current }, 'this key signs by now, but keys.json lacks it: copy keys.json from another instance');
  } else if (!isPromoted && adopted !== undefined && adopted !== published) {
    await keys.drop(adopted);
  }
  if (current === keys.current.kid) await db.confirm(signingWith(current));
};

/** DECISION 0212: deletes the secret of a key that another instance has retired. Its own audit heads come first. */
const followRetirement = async ({ auditAnchors, db, keys, log }: Context, kid: string, at: number): Promise<void> => {
  const status = keys.list().find((key) => key.kid === kid)?.status;
  // It is another instance that has gone on. This one is asked again, once it has followed.
  if (status === 'current' || status === 'next') return;
  if (status === 'previous') {
    await auditAnchors.reseal();
    await keys.retire(kid, at);
    log.info({ key: kid }, 'deleted the secret of the key that another instance has retired');
  }
  await db.confirm(retiredNotice(kid));
};

/**
 * DECISION 0167, 0212: takes up what another instance does with the keys: it publishes one, later that one is the current key, or
 * it is withdrawn; or it retires a previous one.
 * @throws Error if a key can't be read or stored. This instance then keeps the rotation, or the retirement, from going on
 */
export const followKeys = async (context: Context): Promise<void> => {
  const { db, keys, secretBox } = context;
  if (!db.isShared) return;
  // By now, yet another one may be published. Only one is kept as the next one.
  if (keys.next !== undefined) await promoteNext(context);
  const adopted = keys.next;
  const published = await findPublishedKey(db.read);
  const notice = published && openNotice(secretBox, published);
  if (published && notice && 'kid' in notice) await follow(context, notice, published.published_at);
  await followCurrent(context, adopted, published?.key_id);
  // A previous key may be known to others: only the current one vouches for a retirement.
  const isCurrent = published !== undefined && kidOf(published.sealed_key) === keys.current.kid;
  if (isCurrent && notice && 'retire' in notice)
    await followRetirement(context, notice.retire, Date.parse(notice.retired_at));
};
