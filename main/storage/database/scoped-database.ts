import type { ChangeFeed } from './change-feed.ts';
import { type Database, type ReadDatabase, type RowSearch, wholeDatabase } from './database.ts';
import type { Queries } from './schema.ts';

/**
 * A database as one call sees it. DECISION 0121: a class, because each object literal with a getter has a hidden class of
 * its own, which keeps everything that the getter refers to until the next full garbage collection.
 */
export class ScopedDatabase implements ReadDatabase {
  readonly search: RowSearch;
  readonly changes: ChangeFeed;
  readonly instances: ReadDatabase['instances'];
  readonly [wholeDatabase]: Database;
  readonly #connect: () => Queries;
  #read: Queries | undefined;

  constructor(database: Database, connect: () => Queries) {
    this.search = database.search;
    this.changes = database.changes;
    this.instances = database.instances;
    this[wholeDatabase] = database;
    this.#connect = connect;
  }

  /** Connected on first use: many calls find what they need in a cache. */
  get read(): Queries {
    this.#read ??= this.#connect();
    return this.#read;
  }
}
