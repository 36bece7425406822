import { existsSync } from 'node:fs';
import { ensureInstalled } from './debian.ts';
import { onPath } from './on-path.ts';

const findPgBouncer = (): string | undefined => [...onPath('pgbouncer'), '/usr/sbin/pgbouncer'].find(existsSync);

/** The path of PgBouncer. @throws Error that says what to install */
export const ensurePgBouncer = (): string => ensureInstalled('PgBouncer', findPgBouncer, 'pgbouncer');
