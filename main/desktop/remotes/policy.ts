import { readFileSync, statSync } from 'node:fs';
import type { Logger } from '../../platform/logger.ts';
import { isFromAdministrators, type Policy, readPolicy } from './policy.logic.ts';

/** What can't be used of a file that anyone could have written. */
const unsafeOwner = 'owner';

/** Reads the policy of this computer, if it has one. Problems are logged, and told by the caller. */
export const loadPolicy = (file: string, log: Logger, stat: typeof statSync = statSync): Policy => {
  try {
    const found = stat(file, { throwIfNoEntry: false });
    if (found === undefined) return { servers: [], problems: [] };
    const policy: Policy = isFromAdministrators(found, process.platform)
      ? readPolicy(readFileSync(file, 'utf8'))
      : { servers: [], problems: [unsafeOwner] };
    if (policy.problems.length > 0) log.warn({ file, problems: policy.problems }, 'policy can’t be used completely');
    return policy;
  } catch (error) {
    log.error({ err: error, file }, 'failed to read the policy');
    return { servers: [], problems: [(error as NodeJS.ErrnoException).code ?? 'file'] };
  }
};
