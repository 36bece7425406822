import type { Queries } from '../storage/database/schema.ts';
import { listRedirectsAt } from '../storage/store/oauth/applications.ts';

/** The origins of the pages of an application: where its registered addresses are. */
export const originsOf = (redirectUris: readonly string[]): Set<string> =>
  new Set(redirectUris.map((uri) => new URL(uri).origin));

/** Whether pages of an origin belong to a single-page application. */
export const isRegisteredOrigin = async (db: Queries, origin: string): Promise<boolean> =>
  (await listRedirectsAt(db, origin)).some((uris) => originsOf(uris.split(' ').filter(Boolean)).has(origin));
