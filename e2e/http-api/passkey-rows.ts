import { seedPasskey } from '#e2e/support/passkeys.ts';
import { testPassword } from '#e2e/support/test-service.ts';
import { ofSignIn } from '#main/services/identity/passkeys.ts';
import {
  noNewPasskey,
  noProof,
  nothing,
  passkey,
  proofOf,
  secret,
  trustedDevice,
  withKnownDevice,
  withNewPasskey,
  withPasskey,
  withPasskeyAndProof,
  withTrustedDevice,
} from './permission-inputs.ts';
import type { CallerKind, OperationId, Row } from './permission-row.ts';

const everybody: readonly CallerKind[] = ['member', 'workspaceAdmin', 'outsider', 'admin', 'owner', 'stranger'];

/** The rows of operations with passkeys, and with devices that take the place of the second step. */
export const passkeyRows = {
  startPasskeyLogin: { requires: 'no credentials', input: ({ origin }) => ({ origin }) },
  loginWithPasskey: {
    requires: 'no credentials',
    repeats: true,
    actor: ({ own }) => own.target.id,
    input: () => noProof,
    prepare: async (context, _caller, { own }) =>
      proofOf(context, { purpose: 'sign_in', bound: '' }, await seedPasskey(context, context.db.write, own.target.id)),
  },
  startPasskeySecondFactor: {
    requires: 'no credentials',
    input: ({ own, origin }) => ({ second_factor_token: own.tokens.secondFactor, origin }),
    ids: { second_factor_token: secret('LINK_INVALID') },
  },
  completeLoginWithPasskey: {
    requires: 'no credentials',
    actor: ({ own }) => own.secured.id,
    target: ({ own }) => own.secured.id,
    input: ({ own }) => ({ second_factor_token: own.tokens.secondFactor, ...noProof }),
    ids: { second_factor_token: secret('LINK_INVALID') },
    prepare: async (context, _caller, { own }) =>
      proofOf(context, { purpose: 'second_factor', bound: ofSignIn(own.tokens.secondFactor) }, own.passkey),
  },
  listPasskeys: { requires: 'self', input: nothing },
  getPasskey: {
    requires: 'self',
    input: () => ({ passkey_id: passkey.missing }),
    ids: { passkey_id: passkey },
    prepare: withPasskey,
  },
  startPasskeyRegistration: {
    requires: 'self',
    confirms: 'always',
    input: ({ origin }) => ({ origin, password: testPassword }),
  },
  addPasskey: {
    requires: 'self',
    confirms: 'always',
    input: () => noNewPasskey,
    prepare: withNewPasskey,
  },
  renamePasskey: {
    requires: 'self',
    input: () => ({ passkey_id: passkey.missing, name: 'Renamed' }),
    ids: { passkey_id: passkey },
    prepare: withPasskey,
  },
  removePasskey: {
    requires: 'self',
    confirms: 'always',
    input: () => ({ passkey_id: passkey.missing, password: testPassword }),
    ids: { passkey_id: passkey },
    prepare: withPasskeyAndProof,
  },
  trustDevice: {
    requires: 'self',
    confirms: 'always',
    input: () => ({ device_token: 'none' }),
    prepare: withKnownDevice,
  },
  listTrustedDevices: { requires: 'self', input: nothing },
  removeTrustedDevice: {
    requires: 'self',
    input: () => ({ device_id: trustedDevice.missing }),
    ids: { device_id: trustedDevice },
    prepare: withTrustedDevice,
  },
  startPasskeyConfirmation: {
    requires: 'self',
    input: ({ origin }) => ({ origin }),
    // None of them has a passkey. Those who do are in main/services/security/passkeys.test.ts.
    refuses: Object.fromEntries(everybody.map((kind) => [kind, 'STATE_CONFLICT' as const])),
  },
} as const satisfies Partial<Record<OperationId, Row>>;
