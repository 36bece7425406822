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
  | 'pk'
  | 'req'
  | 'run'
  | 'queue'
  | 'ip'
  | 'bill'
  | 'inst';

export const randomIds: Ids = {
  id: (prefix) => `${prefix}_${randomBytes(16).toString('base64url')}`,
  secret: () => randomBytes(32).toString('base64url'),
};
