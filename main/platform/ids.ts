import { randomBytes } from 'node:crypto';

/** Randomness, injected so that tests can fix it. */
export interface Ids {
  /** An opaque ID: the prefix and 128 random bits. */
  id(prefix: IdPrefix): string;
  /** A secret for a link: 256 random bits in base64url. */
  secret(): string;
}
export type IdPrefix =
  | 'user'
  | 'tnt'
  | 'sess'
  | 'inv'
  | 'ws'
  | 'mail'
  | 'link'
  | 'key'
  | 'svc'
  | 'grp'
  | 'rol'
  | 'app'
  | 'asec'
  | 'pk'
  | 'tdev'
  | 'req'
  | 'run'
  | 'appr'
  | 'queue'
  | 'ip'
  | 'bill'
  | 'inst'
  | 'dest'
  | 'dlv'
  | 'evt';

const idBytes = 16;
const idsDrawnAtOnce = 256;

/** DECISION 0055: draws random bytes in batches. Each request has an ID, so this pays for "Profile, requests per second". */
const createRandomIds = (): Ids => {
  let stock = Buffer.alloc(0);
  let used = 0;
  return {
    id(prefix) {
      if (used === stock.length) {
        stock = randomBytes(idBytes * idsDrawnAtOnce);
        used = 0;
      }
      used += idBytes;
      return `${prefix}_${stock.toString('base64url', used - idBytes, used)}`;
    },
    secret: () => randomBytes(32).toString('base64url'),
  };
};

export const randomIds: Ids = createRandomIds();
