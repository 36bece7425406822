import { deviceName } from '#main/security/device-name.ts';
import { hashSecret } from '#main/security/refresh-tokens.ts';
import type { SystemContext } from '#main/services/context.ts';
import { newMember } from '#main/services/identity/new-member.ts';
import { newSession } from '#main/services/identity/new-session.ts';
import type { WriteTransaction } from '#main/storage/database/schema.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import type { ApiKeyRow } from '#main/storage/store/identity/api-keys.ts';
import type { SessionRow } from '#main/storage/store/identity/sessions.ts';
import { derivedColumns, type UserRow } from '#main/storage/store/identity/users.ts';
import type { Role } from '#shared/rules/roles.ts';
import { newSeededKey } from './api-keys.ts';

/** A user with two active sessions. */
export interface Actor {
  id: string;
  tenantId: string;
  email: string;
  role: Role;
  token: string;
  refreshToken: string;
  sessionId: string;
  otherSessionId: string;
  /** An API key with every scope. */
  apiKey: { id: string; key: string };
}

/** Whose requests seed data would have come from. */
export const client = { ip: '127.0.0.1', userAgent: 'castellan-test', background: false, requestId: 'req_seed' };
const from = { device: deviceName(client.userAgent), ip_address: client.ip };

/** A user without a verified address. */
export const userRow = (
  context: SystemContext,
  tenantId: string,
  role: Role,
  local: string,
  passwordHash: string,
): UserRow =>
  newMember(context, { tenantId, email: `${local}@example.com`, name: local, role, passwordHash, verification: null });

/** Users by name. They, their sessions and their keys are one statement each: statements make up the cost of seed data. */
export const createActors = async <Name extends string>(
  context: SystemContext,
  tx: WriteTransaction,
  users: Record<Name, UserRow>,
): Promise<Record<Name, Actor>> => {
  const sessions: (SessionRow & { tenant_id: string })[] = [];
  const keys: ApiKeyRow[] = [];
  const actors = {} as Record<Name, Actor>;
  for (const [name, user] of Object.entries(users) as [Name, UserRow][]) {
    const begin = () => newSession(context, user.id, { ...from, browser_hash: hashSecret(context.ids.secret()) });
    const [session, other] = [begin(), begin()];
    const { key, row } = newSeededKey(context, user.id);
    for (const { row } of [session, other]) sessions.push({ ...row, tenant_id: user.tenant_id });
    keys.push(row);
    const claims = { user_id: user.id, tenant_id: user.tenant_id, email: user.email, role: user.role };
    actors[name] = {
      id: user.id,
      tenantId: user.tenant_id,
      email: user.email,
      role: user.role,
      token: await context.accessTokens.sign(claims, session.row.id),
      refreshToken: session.refreshToken,
      sessionId: session.row.id,
      otherSessionId: other.row.id,
      apiKey: { id: row.id, key },
    };
  }
  const people = Object.values<UserRow>(users).map((user) => ({ ...user, ...derivedColumns(user) }));
  await tablesOf(tx).insertInto('users').values(people).execute();
  await tablesOf(tx).insertInto('sessions').values(sessions).execute();
  await tablesOf(tx).insertInto('api_keys').values(keys).execute();
  return actors;
};
