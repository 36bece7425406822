import { createHash, createHmac } from 'node:crypto';
import type { AuditAction, AuditTargetKind } from '#shared/texts/audit.ts';
import type { AuditEventTable } from '../storage/database/audit-log-schema.ts';
import { handleOf, type KeyRing, kidOf } from './keys.ts';

/** Who acted and from where. Erased along with the actor's account. */
export interface ActorPart {
  actor_name: string | null;
  ip_address: string | null;
}
/** The device and the request that it came from. Erased along with the actor's account. */
export interface OriginPart {
  device: string | null;
  request_id: string | null;
}
/** The target of the action. Erased along with the account that it names. */
export interface TargetPart {
  target_label: string | null;
  details: AuditEventTable['details'];
}
/** What the chain keeps forever: IDs, the timestamp and digests. Nothing personal. */
export interface PermanentFields {
  tenant_id: string;
  sequence: number;
  at: number;
  actor_id: string;
  action: AuditAction;
  target_kind: AuditTargetKind;
  target_id: string;
}
export interface Links {
  actor_digest: string;
  target_digest: string;
  previous_hash: string;
  hash: string;
}
export type ChainedRow = PermanentFields &
  ActorPart &
  OriginPart &
  TargetPart &
  Links & {
    /** Null without an origin. */
    origin_digest: string | null;
  };

export interface AuditHead {
  tenant_id: string;
  sequence: number;
  hash: string;
  seal: string;
}

type Fields = readonly (string | number | null)[];
/** The file of heads, the deletion of a whole tenant, and where a log begins. */
type SealedKind = 'anchors' | 'deletion' | 'checkpoint';

/** Stands in for the previous hash in the first row. */
export const noPreviousHash = '';

/**
 * Chains the rows of a tenant's audit log with keyed hashes, so the database file alone is not enough to forge one.
 * Each row's hash covers the previous hash and digests of the parts that contain personal data. Those parts can be
 * erased without breaking the chain.
 */
export interface AuditChain {
  /** Returns the row with its digests and its hash. */
  link(row: PermanentFields & ActorPart & OriginPart & TargetPart, previousHash: string): ChainedRow;
  sealHead(row: Pick<ChainedRow, 'tenant_id' | 'sequence' | 'hash'>): AuditHead;
  headHolds(head: AuditHead): boolean;
  /** Seals a statement about the logs that is stored outside of them. */
  seal(kind: SealedKind, fields: Fields): string;
  sealHolds(kind: SealedKind, fields: Fields, seal: string): boolean;
  actorHolds(row: ChainedRow): boolean;
  /** Whether the origin is that of this row, or erased. */
  originHolds(row: ChainedRow): boolean;
  targetHolds(row: ChainedRow): boolean;
  /** Whether the row correctly follows the row with that hash. */
  linkHolds(row: ChainedRow, previousHash: string): boolean;
}

const actorFields = ({ tenant_id, sequence, actor_name, ip_address }: PermanentFields & ActorPart): Fields => [
  'actor',
  tenant_id,
  sequence,
  actor_name,
  ip_address,
];
/** DECISION 0183: it covers the row's hash, not the other way round, because earlier versions compute the hash without it. */
const originFields = ({ hash, device, request_id }: Pick<Links, 'hash'> & OriginPart): Fields => [
  'origin',
  hash,
  device,
  request_id,
];
const hasOrigin = ({ device, request_id }: OriginPart): boolean => device !== null || request_id !== null;
const targetFields = ({ tenant_id, sequence, target_label, details }: PermanentFields & TargetPart): Fields => [
  'target',
  tenant_id,
  sequence,
  target_label,
  details,
];
const rowFields = (row: PermanentFields & Omit<Links, 'hash'>): Fields => [
  'row',
  row.tenant_id,
  row.sequence,
  row.at,
  row.actor_id,
  row.action,
  row.target_kind,
  row.target_id,
  row.actor_digest,
  row.target_digest,
  row.previous_hash,
];
const headFields = ({ tenant_id, sequence, hash }: Omit<AuditHead, 'seal'>): Fields => [
  'head',
  tenant_id,
  sequence,
  hash,
];

export const createAuditChain = (keys: KeyRing): AuditChain => {
  // A JSON array is unambiguous: no two rows serialize to the same text.
  const mac = (kid: string, auditKey: Uint8Array, fields: Fields): string =>
    `${kid}.${createHmac('sha256', handleOf(auditKey)).update(JSON.stringify(fields)).digest('base64url')}`;
  const sign = (fields: Fields): string => mac(keys.current.kid, keys.current.derive('audit'), fields);
  const holds = (signature: string, fields: Fields, find: KeyRing['findAuditKey']): boolean => {
    const kid = kidOf(signature);
    const auditKey = find(kid);
    return auditKey !== undefined && mac(kid, auditKey, fields) === signature;
  };
  const rowPartHolds = (signature: string, fields: Fields): boolean => holds(signature, fields, keys.findAuditKey);
  // DECISION 0130: a retired key may have leaked. It vouches for rows, but the seal that covers them needs a key in use.
  const sealHolds = (seal: string, fields: Fields): boolean =>
    holds(seal, fields, (kid) => keys.find(kid)?.derive('audit'));
  return {
    link(row, previousHash) {
      const linked = {
        ...row,
        actor_digest: sign(actorFields(row)),
        target_digest: sign(targetFields(row)),
        previous_hash: previousHash,
      };
      const hashed = { ...linked, hash: sign(rowFields(linked)) };
      return { ...hashed, origin_digest: hasOrigin(hashed) ? sign(originFields(hashed)) : null };
    },
    sealHead: ({ tenant_id, sequence, hash }) => ({
      tenant_id,
      sequence,
      hash,
      seal: sign(headFields({ tenant_id, sequence, hash })),
    }),
    headHolds: (head) => sealHolds(head.seal, headFields(head)),
    seal: (kind, fields) => sign([kind, ...fields]),
    sealHolds: (kind, fields, seal) => sealHolds(seal, [kind, ...fields]),
    actorHolds: (row) => rowPartHolds(row.actor_digest, actorFields(row)),
    originHolds: (row) =>
      row.origin_digest === null ? !hasOrigin(row) : rowPartHolds(row.origin_digest, originFields(row)),
    targetHolds: (row) => rowPartHolds(row.target_digest, targetFields(row)),
    linkHolds: (row, previousHash) => row.previous_hash === previousHash && rowPartHolds(row.hash, rowFields(row)),
  };
};

/** Tracks which parts of which rows were erased for one account, as recorded in that account's deletion row. */
export interface Erasure {
  add(sequence: number, part: 'actor' | 'target'): void;
  /** The number of erased parts and a digest of which ones. Add parts in row order, actor first. */
  state(): { erased: number; erased_digest: string };
}

export const createErasure = (): Erasure => {
  const hash = createHash('sha256');
  let erased = 0;
  return {
    add(sequence, part) {
      hash.update(`${sequence}:${part}\n`);
      erased += 1;
    },
    state: () => ({ erased, erased_digest: hash.copy().digest('base64url') }),
  };
};
