import { existsSync } from 'node:fs';
import { ensureInstalled } from '../fixtures/programs/debian.ts';
import { onPath } from '../fixtures/programs/on-path.ts';

/** The path of wrk, an HTTP client for benchmarks. @throws Error that says what to install */
export const ensureWrk = (): string => ensureInstalled('wrk', () => onPath('wrk').find(existsSync), 'wrk');
