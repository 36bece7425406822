import { minute } from '#shared/rules/limits.ts';
import { rowsAfter } from '../../platform/pages.ts';
import { checkpointHolds } from '../../security/audit-checkpoints.ts';
import type { KeyInfo } from '../../security/key-store.ts';
import { kidOf } from '../../security/keys.ts';
import type { SystemContext } from '../../services/context.ts';
import type { Queries } from '../../storage/database/schema.ts';
import { auditCheckpointsAfter } from '../../storage/store/audit/audit-checkpoints.ts';
import { auditHeadsAfter } from '../../storage/store/audit/audit-heads.ts';
import { countSessionsWithTokensBefore } from '../../storage/store/identity/sessions.ts';
import { countSealed } from '../../storage/store/sealed-values.ts';

/** What would be lost without a key. Rows of audit logs don't count: what verifies them stays. */
export interface KeyUsage {
  /** Links of email that was not sent. */
  email_links: number;
  authenticators: number;
  mail_server_passwords: number;
  provider_keys: number;
  /** Logs that have grown by nothing since another key came, or whose oldest entries were removed before it. */
  audit_logs: number;
  /** Sessions that may have a token of the key. */
  sessions: number;
}

const pageSize = 500;
/** DECISION 0167: how long instances may go on signing with the key before, once a rotation has begun. A generous bound. */
const switchMs = 1 * minute;

interface Sealed {
  tenant_id: string;
  seal: string;
}

/** Tenants with a seal that a key made. A log that was tampered with stays broken with any key. */
const tenantsSealedBy = async <Row extends Sealed>(
  kid: string,
  pageAfter: (tenantId: string) => Promise<Row[]>,
  holds: (row: Row) => boolean,
): Promise<string[]> => {
  const found: string[] = [];
  for await (const row of rowsAfter('', pageAfter, ({ tenant_id }) => tenant_id)) {
    if (kidOf(row.seal) === kid && holds(row)) found.push(row.tenant_id);
  }
  return found;
};

const countLogs = async ({ audit }: SystemContext, db: Queries, kid: string): Promise<number> => {
  const ends = await tenantsSealedBy(kid, (after) => auditHeadsAfter(db, after, pageSize), audit.headHolds);
  const beginnings = await tenantsSealedBy(
    kid,
    (after) => auditCheckpointsAfter(db, after, pageSize),
    (row) => checkpointHolds(audit, row),
  );
  return new Set([...ends, ...beginnings]).size;
};

/** When the key's successor replaced it. Undefined for the current key. */
const replacedAt = (list: readonly KeyInfo[], kid: string): number | undefined => {
  const used = list.filter(({ status }) => status !== 'next');
  const successor = used[used.findIndex((key) => key.kid === kid) - 1];
  if (!successor) return undefined;
  const at = Date.parse(successor.createdAt);
  // The file was written by hand: every open session may have one of its tokens.
  return Number.isNaN(at) ? Number.POSITIVE_INFINITY : at;
};

/** What a key that isn't retired is still needed for. */
export const keyUsageOf = async (context: SystemContext, db: Queries, kid: string): Promise<KeyUsage> => {
  const now = context.clock.now();
  const list = context.keys.list();
  const isNext = list.some((key) => key.kid === kid && key.status === 'next');
  const replaced = replacedAt(list, kid);
  const last = replaced === undefined ? now : replaced + (context.db.isShared ? switchMs : 0);
  const before = isNext ? 0 : last;
  return {
    email_links: await countSealed(db, 'mails.sealed_secret', kid),
    authenticators: await countSealed(db, 'second_factors.sealed_secret', kid),
    mail_server_passwords: await countSealed(db, 'mail_server.sealed_password', kid),
    provider_keys: await countSealed(db, 'provider_settings.sealed_key', kid),
    audit_logs: await countLogs(context, db, kid),
    sessions: await countSessionsWithTokensBefore(db, Math.min(before, now), context.callers.openAt()),
  };
};

const nouns: Readonly<Record<keyof KeyUsage, readonly [one: string, many: string]>> = {
  email_links: ['email link', 'email links'],
  authenticators: ['authenticator', 'authenticators'],
  mail_server_passwords: ['mail server password', 'mail server passwords'],
  provider_keys: ['provider API key', 'provider API keys'],
  audit_logs: ['audit log', 'audit logs'],
  sessions: ['session', 'sessions'],
};

/** In words, such as "2 sessions, 1 authenticator". Empty if the key isn't needed. */
export const describeUsage = (usage: KeyUsage): string =>
  // Its keys are exactly those of the nouns.
  (Object.keys(nouns) as (keyof KeyUsage)[])
    .filter((name) => usage[name] > 0)
    .map((name) => `${usage[name]} ${nouns[name][usage[name] === 1 ? 0 : 1]}`)
    .join(', ');
