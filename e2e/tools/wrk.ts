import { existsSync } from 'node:fs';
import { ensureInstalled } from '../support/programs/debian.ts';
import { onPath } from '../support/programs/on-path.ts';

/** The path of wrk, an HTTP client for benchmarks. @throws Error that says what to install */
export const ensureWrk = (): string => ensureInstalled('wrk', () => onPath('wrk').find(existsSync), 'wrk');
