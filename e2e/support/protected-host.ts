import { createForwardAuth } from '#main/forward-auth/forward-auth.ts';
import { hashSecret } from '#main/security/refresh-tokens.ts';
import type { Queries } from '#main/storage/database/schema.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { insertProtectedSession } from '#main/storage/store/oauth/protected-sessions.ts';
import { pathRulesShape } from '#main/storage/store/stored-shapes.ts';
import type { PathRule } from '#shared/rules/protected-paths.ts';
import { addApplication } from './applications.ts';
import type { Person, TestService } from './test-service.ts';

export const protectedHost = 'wiki.example';

/** The ID of a session of someone. */
export const sessionIdOf = async (db: Queries, userId: string): Promise<string> =>
  (
    await tablesOf(db)
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', userId)
      .limit(1)
      .executeTakeFirstOrThrow()
  ).id;

interface Protected {
  host?: string;
  id?: string;
  rules?: PathRule[];
  access?: 'everyone' | 'restricted';
}

/** An application that a reverse proxy protects. */
export const addProtectedHost = (
  write: Queries,
  tenantId: string,
  { host = protectedHost, id = 'app_proxied', rules = [], access = 'everyone' }: Protected = {},
): Promise<void> =>
  addApplication(write, id, tenantId, {
    kind: 'proxied',
    host,
    access,
    redirect_uris: '',
    logout_uris: '',
    path_rules: pathRulesShape.write(rules),
  });

/** What a browser has that was let in at a protected host. */
export interface Visit {
  readonly applicationId: string;
  readonly host: string;
  readonly secret: string;
}

/** Opens a protected host of someone's organization in their session. */
export const openVisit = async (
  { service }: Pick<TestService, 'service'>,
  person: Pick<Person, 'id' | 'tenantId' | 'token'>,
): Promise<Visit> => {
  const { callers, clock, db, ids } = service.context;
  const name = ids.id('key');
  const visit = { applicationId: `app_${name}`, host: `${name.toLowerCase()}.example`, secret: ids.secret() };
  await addProtectedHost(db.write, person.tenantId, { id: visit.applicationId, host: visit.host });
  await insertProtectedSession(db.write, {
    secret_hash: hashSecret(visit.secret),
    application_id: visit.applicationId,
    user_id: person.id,
    session_id: (await callers.verify(person.token)).sessionId,
    browser_hash: null,
    target: null,
    created_at: clock.now(),
    expires_at: null,
  });
  return visit;
};

/** One for each instance, with what it remembers. */
const forwardAuths = new WeakMap<object, ReturnType<typeof createForwardAuth>>();

const forwardAuthOf = ({ context }: TestService['service']): ReturnType<typeof createForwardAuth> => {
  const known = forwardAuths.get(context);
  if (known) return known;
  const made = createForwardAuth(context, 'https://castellan.example');
  forwardAuths.set(context, made);
  return made;
};

/** Whether the host still lets it in. `auth` may remember what it was asked before. */
export const isLetIn = async (
  { service }: Pick<TestService, 'service'>,
  { applicationId, host, secret }: Visit,
  auth = forwardAuthOf(service),
): Promise<boolean> => {
  const checked = await auth.check({
    applicationId,
    host,
    target: '/',
    isPage: false,
    isFromElsewhere: false,
    address: '203.0.113.1',
    secret: () => secret,
    client: () => {
      throw new Error('Nothing is opened');
    },
  });
  return checked.is === 'open';
};
