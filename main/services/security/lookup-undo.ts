import type { contract } from '#shared/contract/index.ts';
import { toIso } from '../../platform/clock.ts';
import type { TokenPurpose } from '../../storage/database/identity-schema.ts';
import { findApiKey } from '../../storage/store/identity/api-keys.ts';
import { type OneTimeTokenRow, undoPurposes } from '../../storage/store/identity/one-time-tokens.ts';
import { findPasskey } from '../../storage/store/identity/passkeys.ts';
import { findSession } from '../../storage/store/identity/sessions.ts';
import { findUser } from '../../storage/store/identity/users.ts';
import type { AppContext } from '../context.ts';
import type { Handler } from '../handler.ts';
import { readToken } from '../identity/one-time-tokens.ts';
import { findUndoing } from '../identity/roll-back.ts';
import { findOwnerToUndo } from '../identity/take-back-ownership.ts';

const kinds = {
  undo_passkey: 'passkey',
  undo_authenticator: 'authenticator',
  undo_api_key: 'api_key',
  undo_recovery_codes: 'recovery_codes',
  undo_owner: 'owner',
} as const satisfies Record<(typeof undoPurposes)[number], string>;

/** The kind of change that a link undoes. */
export const undoneKind = (purpose: TokenPurpose): (typeof kinds)[keyof typeof kinds] => {
  if (purpose in kinds) return kinds[purpose as keyof typeof kinds];
  throw new Error(`A link for ${purpose} undoes nothing`);
};

/** The name of the passkey or API key; null if it has none, or is gone. */
const nameOf = async (
  { db }: AppContext,
  { purpose, user_id, subject_id }: OneTimeTokenRow,
): Promise<string | null> => {
  if (user_id === null || subject_id === null) return null;
  if (purpose === 'undo_passkey') return (await findPasskey(db.read, user_id, subject_id))?.name ?? null;
  return purpose === 'undo_api_key' ? ((await findApiKey(db.read, user_id, subject_id))?.name ?? null) : null;
};

/** What the link in a notice undoes; does not use it up. */
export const lookupUndo: Handler<typeof contract.security.lookupUndo> = async (context, { token: secret }) => {
  const { db } = context;
  const token = await readToken(context, db.read, undoPurposes, secret);
  const account = await findUndoing(context, db.read, token);
  const session = token.session_id === null ? undefined : await findSession(db.read, token.session_id);
  const made = {
    at: toIso(token.created_at),
    device: session?.device ?? null,
    ip_address: session?.ip_address ?? null,
  };
  if (token.purpose !== 'undo_owner') {
    const name = await nameOf(context, token);
    return { kind: undoneKind(token.purpose), name, email: token.email, ...made, person: null };
  }
  const owner = await findOwnerToUndo(db.read, token, account);
  const granter = session && (await findUser(db.read, session.user_id));
  return { kind: 'owner', name: owner.name, email: owner.email, ...made, person: granter?.name ?? null };
};
