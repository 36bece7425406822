import { existsSync } from 'node:fs';
import { ensureInstalled } from './debian.ts';
import { onPath } from './on-path.ts';

/** The path of wrk, an HTTP client for benchmarks. @throws Error that says what to install */
export const ensureWrk = (): string => ensureInstalled('wrk', () => onPath('wrk').find(existsSync), 'wrk');
