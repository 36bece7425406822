import { createHash } from 'node:crypto';
import { readFile, rename } from 'node:fs/promises';
import { z } from 'zod';
import { type Clock, toIso } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { oneAtATime } from '../platform/one-at-a-time.ts';
import { rowsAfter } from '../platform/pages.ts';
import { replacePrivateFile } from '../platform/private-file.ts';
import type { Queries } from '../storage/database/schema.ts';
import { auditHeadsAfter } from '../storage/store/audit/audit-heads.ts';
import { findDeletedTenant } from '../storage/store/team/deleted-tenants.ts';
import type { AuditChain } from './audit-chain.ts';
import { hasEntry } from './audit-checkpoints.ts';

/** A row that a log had. Whatever comes later, it must still be there. */
export interface Anchor {
  readonly sequence: number;
  readonly hash: string;
}

/** Why the end of a log can't be vouched for: entries may have been cut off before the file was written anew. */
export type AnchorProblem = 'missing' | 'invalid';

type Anchors = ReadonlyMap<string, Anchor>;

/** What `audit-heads.json` says. */
export interface StoredAnchors {
  readonly anchors: Anchors;
  /** Stays until someone accepts the logs as they are. */
  readonly doubt: AnchorProblem | undefined;
  /** Whether the file can be kept as it is. */
  readonly isSound: boolean;
}

const fileSchema = z.strictObject({
  version: z.literal(1),
  installation: z.string(),
  written_at: z.iso.datetime(),
  doubt: z.enum(['missing', 'invalid']).nullable(),
  heads: z.array(z.tuple([z.string(), z.int().min(1), z.string()])),
  seal: z.string(),
});
type AnchorFile = z.output<typeof fileSchema>;

const sealedFields = ({ version, installation, written_at, doubt, heads }: Omit<AnchorFile, 'seal'>) => [
  version,
  installation,
  written_at,
  doubt,
  ...heads.flat(),
];

/** Where the anchors of an installation are stored, and how they are sealed. */
export interface AnchorStore {
  readonly path: string;
  readonly chain: AuditChain;
  readonly installationId: string;
}

/** Reads `audit-heads.json`. @throws Error if it is there but can't be read */
export const readAnchors = async ({ path, chain, installationId }: AnchorStore): Promise<StoredAnchors> => {
  const without = (doubt: AnchorProblem): StoredAnchors => ({ anchors: new Map(), doubt, isSound: false });
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return without('missing');
  }
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return without('invalid');
  }
  const { data } = fileSchema.safeParse(content);
  if (!data || data.installation !== installationId || !chain.sealHolds('anchors', sealedFields(data), data.seal)) {
    return without('invalid');
  }
  return {
    anchors: new Map(data.heads.map(([tenantId, sequence, hash]) => [tenantId, { sequence, hash }])),
    doubt: data.doubt ?? undefined,
    isSound: true,
  };
};

/** Replaces `audit-heads.json`. Its seal keeps others from writing one without `keys.json`. */
export const writeAnchors = async (
  { path, chain, installationId }: AnchorStore,
  { anchors, doubt }: Pick<StoredAnchors, 'anchors' | 'doubt'>,
  now: number,
): Promise<void> => {
  const content = {
    version: 1 as const,
    installation: installationId,
    written_at: toIso(now),
    doubt: doubt ?? null,
    heads: [...anchors].map(([tenantId, { sequence, hash }]): [string, number, string] => [tenantId, sequence, hash]),
  };
  const seal = chain.seal('anchors', sealedFields(content));
  await replacePrivateFile(path, `${JSON.stringify({ ...content, seal })}\n`);
};

/** How the logs differ from their anchors. */
export interface HeadChanges {
  /** Logs that are new or have grown. */
  readonly grown: Anchors;
  /** Tenants that the service deleted. */
  readonly deleted: readonly string[];
  /** Anchors of logs that no longer have their row. */
  readonly cut: Anchors;
}

const pageSize = 500;

/** Compares the logs with anchors that were read before. Reads the heads, and one row of each log that changed. */
export const compareHeads = async (db: Queries, chain: AuditChain, anchors: Anchors): Promise<HeadChanges> => {
  const grown = new Map<string, Anchor>();
  const cut = new Map<string, Anchor>();
  const deleted: string[] = [];
  const absent = new Set(anchors.keys());
  const noteLoss = async (tenantId: string, anchor: Anchor): Promise<void> => {
    const deletion = await findDeletedTenant(db, tenantId);
    if (deletion && chain.sealHolds('deletion', [tenantId], deletion.seal)) deleted.push(tenantId);
    else cut.set(tenantId, anchor);
  };
  const heads = rowsAfter(
    '',
    (after) => auditHeadsAfter(db, after, pageSize),
    ({ tenant_id }) => tenant_id,
  );
  for await (const head of heads) {
    const { tenant_id: tenantId, sequence, hash } = head;
    absent.delete(tenantId);
    const anchor = anchors.get(tenantId);
    if (anchor && anchor.sequence === sequence && anchor.hash === hash) continue;
    if (anchor && (sequence <= anchor.sequence || !(await hasEntry(db, chain, tenantId, anchor)))) {
      await noteLoss(tenantId, anchor);
    } else if (chain.headHolds(head)) {
      grown.set(tenantId, { sequence, hash });
    }
  }
  for (const tenantId of absent) await noteLoss(tenantId, anchors.get(tenantId) as Anchor);
  return { grown, deleted, cut };
};

/** What an operator accepts: logs that were cut, or doubt about all of them. */
export interface AnchorFindings {
  readonly cut: Anchors;
  readonly doubt: AnchorProblem | undefined;
}

/**
 * Keeps the last row of each tenant's audit log in a sealed file outside of the database. A log that ends before its
 * anchor was cut, even if an older head with a valid seal was put back (DECISION 0056).
 */
export interface AuditAnchors {
  /** The row that a tenant's log must have. Undefined for a log that is newer than the last write. */
  of(tenantId: string): Anchor | undefined;
  doubt(): AnchorProblem | undefined;
  /**
   * Moves the anchors of logs that have grown, and writes the file if anything changed. The anchor of a log that was cut
   * stays, and the first time, an error is logged.
   */
  advance(): Promise<void>;
  /** Seals the file with the current key. */
  reseal(): Promise<void>;
  /** What doesn't match at present. */
  findings(): Promise<AnchorFindings>;
  /** Takes the logs as they are now. */
  accept(): Promise<void>;
  /** For the log: a digest that says what the file contains. No personal data. */
  summary(): { tenants: number; entries: number; digest: string };
}

interface Dependencies {
  db: { readonly read: Queries };
  clock: Clock;
  log: Logger;
}

export const createAuditAnchors = (
  store: AnchorStore,
  stored: StoredAnchors,
  { db, clock, log }: Dependencies,
): AuditAnchors => {
  let { anchors, doubt, isSound } = stored;
  const reported = new Set<string>();
  // So that the file has a single writer.
  const alone = oneAtATime();
  const save = async (next: Pick<StoredAnchors, 'anchors' | 'doubt'>): Promise<void> => {
    // Keep what was refused: someone may want to look at it.
    if (!isSound && doubt === 'invalid') await rename(store.path, `${store.path}.invalid`);
    await writeAnchors(store, next, clock.now());
    ({ anchors, doubt } = next);
    isSound = true;
  };
  const compare = (): Promise<HeadChanges> => compareHeads(db.read, store.chain, anchors);
  return {
    of: (tenantId) => anchors.get(tenantId),
    doubt: () => doubt,
    advance: () =>
      alone(async () => {
        const { grown, deleted, cut } = await compare();
        for (const [tenantId, { sequence }] of cut) {
          if (reported.has(tenantId)) continue;
          reported.add(tenantId);
          log.error({ tenant_id: tenantId, entries: sequence }, 'audit log was cut: it had more entries before');
        }
        if (isSound && grown.size + deleted.length === 0) return;
        const next = new Map([...anchors, ...grown]);
        for (const tenantId of deleted) next.delete(tenantId);
        await save({ anchors: next, doubt });
      }),
    reseal: () =>
      alone(async () => {
        if (isSound) await save({ anchors, doubt });
      }),
    findings: () => alone(async () => ({ cut: (await compare()).cut, doubt })),
    accept: () =>
      alone(async () => {
        const { grown } = await compareHeads(db.read, store.chain, new Map());
        await save({ anchors: grown, doubt: undefined });
      }),
    summary() {
      const hash = createHash('sha256');
      let entries = 0;
      for (const [tenantId, { sequence, hash: head }] of [...anchors].sort(([a], [b]) => (a < b ? -1 : 1))) {
        hash.update(`${tenantId} ${sequence} ${head}\n`);
        entries += sequence;
      }
      return { tenants: anchors.size, entries, digest: hash.digest('base64url') };
    },
  };
};
