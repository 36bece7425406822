import { z } from 'zod';
import { StartError } from '../platform/start-error.ts';
import { beforeFirstRelease } from '../storage/database/database-report.ts';

/** Raised whenever an older version could no longer restore the file. */
const format = 2;

/** The files inside a backup. */
export const partNames = {
  manifest: 'manifest.json',
  signature: 'manifest.signature.json',
  keys: 'keys.sealed.json',
  auditHeads: 'audit-heads.json',
  sandbox: 'sandbox.json',
  database: 'castellan.db',
} as const;

const count = z.int().nonnegative();

const auditHead = z.strictObject({ tenant_id: z.string(), sequence: count, hash: z.string() });
export type ManifestHead = z.output<typeof auditHead>;

/** Says what a backup contains, so that anyone can check it, even without Castellan. */
const manifestSchema = z.strictObject({
  format: z.literal(format),
  created_at: z.iso.datetime(),
  /** The version of Castellan that made it. */
  version: z.string(),
  /** The last migration of the database. */
  schema: z.string(),
  /** Whether the keys are in the backup, encrypted. */
  keys: z.enum(['sealed', 'absent']),
  /** Rows of each table. */
  tables: z.record(z.string(), count),
  /** The last row of each team's audit log. */
  audit_heads: z.array(auditHead),
  /** All files but this one, its signature and the sealed keys, which authenticate this one. */
  parts: z.array(
    z.strictObject({
      name: z.enum([partNames.auditHeads, partNames.sandbox, partNames.database]),
      bytes: count,
      sha256: z.hex().length(64),
    }),
  ),
});
export type Manifest = z.output<typeof manifestSchema>;

export const newManifest = (content: Omit<Manifest, 'format'>): Manifest => ({ format, ...content });

/** @throws StartError for anything that this version can't restore */
export const parseManifest = (text: string): Manifest => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new StartError('its manifest is not JSON', { cause, kind: 'damaged' });
  }
  const header = z.object({ format: z.number() }).safeParse(value);
  if (header.success && header.data.format > format) {
    throw new StartError('it was written by a newer version of Castellan', { kind: 'newer' });
  }
  if (header.success && header.data.format < format) throw beforeFirstRelease('it');
  const result = manifestSchema.safeParse(value);
  if (!result.success) throw new StartError('its manifest is incomplete', { cause: result.error, kind: 'damaged' });
  return result.data;
};
