import type { OperationSpec } from '../operation.ts';
import { confirmSecondFactor } from './confirm-second-factor.ts';
import { createApiKey } from './create-api-key.ts';
import { disableSecondFactor } from './disable-second-factor.ts';
import { getMemberSecondFactor } from './get-member-second-factor.ts';
import { getSecondFactor } from './get-second-factor.ts';
import { getSecurityOverview } from './get-security-overview.ts';
import { listApiKeys } from './list-api-keys.ts';
import { listMemberApiKeys } from './list-member-api-keys.ts';
import { regenerateRecoveryCodes } from './regenerate-recovery-codes.ts';
import { resetMemberSecondFactor } from './reset-member-second-factor.ts';
import { revokeApiKey } from './revoke-api-key.ts';
import { revokeMemberApiKey } from './revoke-member-api-key.ts';
import { startSecondFactor } from './start-second-factor.ts';

/** The operations of security. */
export const security = {
  listMemberApiKeys,
  revokeMemberApiKey,
  getSecurityOverview,

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
