import type { OperationSpec } from '../operation.ts';
import { confirmSecondFactor } from './confirm-second-factor.ts';
import { createApiKey } from './create-api-key.ts';
import { disableSecondFactor } from './disable-second-factor.ts';
import { getMemberSecondFactor } from './get-member-second-factor.ts';
import { getSecondFactor } from './get-second-factor.ts';
import { listApiKeys } from './list-api-keys.ts';
import { regenerateRecoveryCodes } from './regenerate-recovery-codes.ts';
import { resetMemberSecondFactor } from './reset-member-second-factor.ts';
import { revokeApiKey } from './revoke-api-key.ts';
import { startSecondFactor } from './start-second-factor.ts';

/** The operations of security. */
export const security = {
  confirmSecondFactor,
  createApiKey,
  disableSecondFactor,
  getMemberSecondFactor,
  getSecondFactor,
  listApiKeys,
  regenerateRecoveryCodes,
  resetMemberSecondFactor,
  revokeApiKey,
  startSecondFactor,
} as const satisfies Record<string, OperationSpec>;
