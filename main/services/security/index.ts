import type { Handlers } from '../handler.ts';
import { addPasskey } from './add-passkey.ts';
import { confirmSecondFactor } from './confirm-second-factor.ts';
import { createApiKey } from './create-api-key.ts';
import { disableSecondFactor } from './disable-second-factor.ts';
import { getApiKey } from './get-api-key.ts';
import { getMemberSecondFactor } from './get-member-second-factor.ts';
import { getPasskey } from './get-passkey.ts';
import { getSecondFactor } from './get-second-factor.ts';
import { getSecurityOverview } from './get-security-overview.ts';
import { listApiKeys } from './list-api-keys.ts';

import { listMemberApiKeys } from './list-member-api-keys.ts';

import { listMembersAtRisk } from './list-members-at-risk.ts';
import { listPasskeys } from './list-passkeys.ts';
import { listTrustedDevices } from './list-trusted-devices.ts';
import { lookupUndo } from './lookup-undo.ts';
import { regenerateRecoveryCodes } from './regenerate-recovery-codes.ts';
import { removePasskey } from './remove-passkey.ts';
import { removeTrustedDevice } from './remove-trusted-device.ts';
import { renamePasskey } from './rename-passkey.ts';
import { resetMemberSecondFactor } from './reset-member-second-factor.ts';
import { revokeApiKey } from './revoke-api-key.ts';
import { revokeMemberApiKey } from './revoke-member-api-key.ts';
import { rollApiKey } from './roll-api-key.ts';
import { startPasskeyConfirmation } from './start-passkey-confirmation.ts';
import { startPasskeyRegistration } from './start-passkey-registration.ts';
import { startSecondFactor } from './start-second-factor.ts';
import { trustDevice } from './trust-device.ts';
import { undoChange } from './undo-change.ts';

/** The handlers of security, each under the name of its operation. */
export const security: Handlers['security'] = {
  listMemberApiKeys,
  revokeMemberApiKey,
  getSecurityOverview,
  listMembersAtRisk,
  addPasskey,
  confirmSecondFactor,
  createApiKey,
  disableSecondFactor,
  getMemberSecondFactor,
  getSecondFactor,
  getApiKey,
  getPasskey,
  listApiKeys,
  listPasskeys,
  lookupUndo,
  regenerateRecoveryCodes,
  removePasskey,
  renamePasskey,
  resetMemberSecondFactor,
  revokeApiKey,
  rollApiKey,
  startPasskeyConfirmation,
  startPasskeyRegistration,
  startSecondFactor,
  trustDevice,
  listTrustedDevices,
  removeTrustedDevice,
  undoChange,
};
