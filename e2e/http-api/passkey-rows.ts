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
  withNewPasskey,
  withPasskey,
  withPasskeyAndProof,
} from './permission-inputs.ts';
import type { CallerKind, OperationId, Row } from './permission-row.ts';

const everybody: readonly CallerKind[] = ['member', 'workspaceAdmin', 'outsider', 'admin', 'owner', 'stranger'];

/** The rows of operations with passkeys. */
export const passkeyRows = {
  startPasskeyLogin: { input: ({ origin }) => ({ origin }) },
  loginWithPasskey: {
    input: () => noProof,
    prepare: async (context, _caller, { own }) =>
      proofOf(context, { purpose: 'sign_in', bound: '' }, await seedPasskey(context, context.db.write, own.target.id)),
  },
  startPasskeySecondFactor: {
    input: ({ own, origin }) => ({ second_factor_token: own.tokens.secondFactor, origin }),
    ids: { second_factor_token: secret('LINK_INVALID') },
  },
  completeLoginWithPasskey: {
    input: ({ own }) => ({ second_factor_token: own.tokens.secondFactor, ...noProof }),
    ids: { second_factor_token: secret('LINK_INVALID') },
    prepare: async (context, _caller, { own }) =>
      proofOf(context, { purpose: 'second_factor', bound: ofSignIn(own.tokens.secondFactor) }, own.passkey),
  },
  listPasskeys: { input: nothing },
  startPasskeyRegistration: { input: ({ origin }) => ({ origin, password: testPassword }) },
  addPasskey: { input: () => noNewPasskey, prepare: withNewPasskey },
  renamePasskey: {
    input: () => ({ passkey_id: passkey.missing, name: 'Renamed' }),
    ids: { passkey_id: passkey },
    prepare: withPasskey,
  },
  removePasskey: {
    input: () => ({ passkey_id: passkey.missing, password: testPassword }),
    ids: { passkey_id: passkey },
    prepare: withPasskeyAndProof,
  },
  startPasskeyConfirmation: {
    input: ({ origin }) => ({ origin }),
    // None of them has a passkey. Those who do are in main/services/security/passkeys.test.ts.
    refuses: Object.fromEntries(everybody.map((kind) => [kind, 'STATE_CONFLICT' as const])),
  },
} as const satisfies Partial<Record<OperationId, Row>>;
