import type { QueueUsage } from '../../platform/fair-queue.ts';
import type { ChangeFeed } from './change-feed.ts';
import type { Queries, WriteTransaction } from './schema.ts';

/** Whose data a transaction is about, and whose turn it waits for. */
export interface TransactionScope {
  /** Absent where no tenant is known yet, or where the work spans several. */
  readonly tenant?: string | undefined;
  /** Where an anonymous call comes from. Without a tenant, it is the address whose turn it is. */
  readonly address?: string | undefined;
}

/** Whose turn reads wait for. */
export interface ReadScope extends TransactionScope {
  /** Set for reads that decide who calls. They have a turn of their own, since they read for many tenants at once. */
  readonly turn?: 'callers';
  /** Aborted once no one waits for the results anymore. */
  readonly gone?: (() => AbortSignal) | undefined;
}

/** Leads from a {@link ReadDatabase} to all of it. Only services/system-transaction.ts may use it. */
export const wholeDatabase = Symbol('whole database');

/** What identifies the rows of the tables that can be searched by an index. */
export interface SearchKeys {
  users: string;
  audit_events: number;
}

/**
 * The rows of a tenant that have a text in one of their search columns. Undefined if the engine has no index for it, or if so
 * many rows match that reading them in order finds a page as fast. Columns may have changed since: compare them again.
 */
export type RowSearch = <Table extends keyof SearchKeys>(
  table: Table,
  tenantId: string,
  text: string,
) => Promise<readonly SearchKeys[Table][] | undefined>;

/** An instance of the service that has the database open. */
export interface ConnectedInstance {
  /** Undefined if something between it and the server replaced its name. */
  readonly version: string | undefined;
  /** The newest migration that it knows. */
  readonly lastMigration: string;
  /**
   * When it connected last, in milliseconds since the epoch, by the database server's clock. Undefined if another user of the
   * database connected, about whom this one is told nothing.
   */
  readonly connectedAt: number | undefined;
  /** Where it connects from. Undefined on the database server itself, and for another user. */
  readonly address: string | undefined;
  /** Whether it is this one. */
  readonly isOwn: boolean;
}

/** What operations see of the database. They get their transactions from the call, which checks its caller again. */
export interface ReadDatabase {
  /**
   * Reads outside of transactions. They never wait for the writer. For a connection, they wait in turn with other tenants
   * and addresses (DECISION 0120).
   * @throws AppError BUSY after waiting five seconds, or if too many reads of the same tenant wait
   */
  readonly read: Queries;
  readonly search: RowSearch;
  readonly changes: ChangeFeed;
  /** The instances that have the database open, the longest connected first. Empty if it isn't shared. */
  instances(): Promise<ConnectedInstance[]>;
  readonly [wholeDatabase]: Database;
}

export interface Database extends ReadDatabase {
  /** Whether other instances of the service write to the same database, so that none may keep what the others change. */
  readonly isShared: boolean;
  /** Single write statements. Inside a transaction use only `tx`: the writer is taken. */
  readonly write: Queries;
  /** The same, for data of one tenant: its open consoles are told of the change. */
  writeFor(tenant: string): Queries;
  /**
   * Runs `work` alone among the writers of its tenant. Durable once it resolves. SQLite has one writer for all tenants and
   * takes it up front (BEGIN IMMEDIATE), PostgreSQL locks the tenant's row (DECISION 0161); tenants and addresses take
   * turns (DECISION 0080).
   * @throws AppError BUSY after waiting five seconds for the writer, or whatever `work` throws, with nothing written.
   */
  transaction<Result>(scope: TransactionScope, work: (tx: WriteTransaction) => Promise<Result>): Promise<Result>;
  /**
   * What a call sees of the database: its reads wait for the turn of its tenant or address. Those of `read` above wait for
   * the turn of the service itself.
   */
  scopedTo(scope: ReadScope): ReadDatabase;
  /** How long writers wait for their turn. */
  writerUsage(): QueueUsage;
  /** How long reads wait for their turn. */
  readerUsage(): QueueUsage;
  /** Resolves once a check of the file that runs during the start has ended. */
  readonly checked: Promise<void>;
  /**
   * @throws Error if the database can't be read or is known to be damaged, or if the last write failed on the disk or by
   * waiting, and so does another. On a server, which others may change, each call tries to write.
   */
  assertReady(): Promise<void>;
  /**
   * Moves the write-ahead log into the database file, so that the log doesn't grow without bound. `truncate` also empties
   * the log, so that no deleted row remains in it. If someone reads for longer than 50 ms, such as a backup, the next
   * checkpoint empties it instead: waiting holds the writer.
   */
  checkpoint(mode: 'passive' | 'truncate'): Promise<void>;
  /**
   * Runs a job unless another instance runs it. `signal` is aborted if this instance can no longer be sure that it is
   * the only one. Returns whether the job ran.
   */
  lead(job: string, run: (signal: AbortSignal) => Promise<void>): Promise<boolean>;
  /** Runs work while no other instance has the database open. @throws StartError if one has, with nothing done */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Tells the other instances, for as long as this one is connected, that it has what they have published by this name. */
  confirm(name: string): Promise<void>;
  /** How many of the connected instances have not confirmed it, this one included. 0 if the database isn't shared. */
  unconfirmed(name: string): Promise<number>;
  close(): Promise<void>;
}
