import { hashSync } from 'bcryptjs';
import { createService, type Service } from '#main/app/compose.ts';
import { readConfig } from '#main/config/config.ts';
import { createLogger } from '#main/platform/logger.ts';
import { newMember } from '#main/services/identity/new-member.ts';
import { newSession } from '#main/services/identity/new-session.ts';
import { insertSession } from '#main/storage/store/identity/sessions.ts';
import { insertUser } from '#main/storage/store/identity/users.ts';
import { insertTenant } from '#main/storage/store/team/tenants.ts';
import { day } from '#shared/rules/limits.ts';

/** A user with an active session. */
export interface Member {
  email: string;
  accessToken: string;
  refreshToken: string;
}

/** A data folder with one tenant of this many users. */
export interface Seeded {
  dataDir: string;
  tenantId: string;
  password: string;
  /** The first users, starting with the owner, each with a session. */
  members: Member[];
}

/** A data folder with a second tenant, whose users are none of the members. */
export interface SeededWithStrangers extends Seeded {
  strangers: Member[];
}

const password = 'a bench of oak and iron';
const cost = 12;
const perTransaction = 1_000;

const firstNames = ['Ada', 'Björn', 'Chiara', 'Dmitri', 'Elif', 'Farid', 'Grace', 'Hana', 'Ivo', 'Jun'];
const lastNames = ['Abel', 'Brandt', 'Costa', 'Dahl', 'Endo', 'Fischer', 'García', 'Horvat', 'Ito', 'Jansen'];
const nameOf = (n: number): string => `${firstNames[n % 10]} ${lastNames[Math.floor(n / 10) % 10]} ${n}`;

/** Opens a service without a server, in this process. */
export const withService = async <Result>(
  dataDir: string,
  work: (service: Service) => Promise<Result>,
): Promise<Result> => {
  const config = readConfig({ 'data-dir': dataDir, 'log-level': 'silent' }, {}, undefined);
  const service = await createService(config, { log: createLogger('silent') });
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
};

const fillAndSignIn = async (
  service: Service,
  dataDir: string,
  { users, sessions }: { users: number; sessions: number },
): Promise<Seeded> => {
  const tenantId = await fill(service, 0, users);
  const members: Member[] = [];
  for (let n = 0; n < Math.min(sessions, users); n += 1) members.push(await signIn(service, tenantId, n));
  return { dataDir, tenantId, password, members };
};

/** Fills an empty folder. Writes rows directly to the store: 100,000 sign-ups would take hours of hashing. */
export const seed = (dataDir: string, users: number, sessions: number): Promise<Seeded> =>
  withService(dataDir, (service) => fillAndSignIn(service, dataDir, { users, sessions }));

/** Like {@link seed}, with a second tenant of this many strangers. */
export const seedWithStrangers = (
  dataDir: string,
  users: number,
  { sessions, strangers }: { sessions: number; strangers: number },
): Promise<SeededWithStrangers> =>
  withService(dataDir, async (service) => {
    const seeded = await fillAndSignIn(service, dataDir, { users, sessions });
    const others: SeededWithStrangers = { ...seeded, strangers: [] };
    const tenantId = await fill(service, users, users + strangers);
    for (let n = users; n < users + strangers; n += 1) others.strangers.push(await signIn(service, tenantId, n));
    return others;
  });

const userId = (n: number): string => `user_${String(n).padStart(22, '0')}`;
const emailOf = (n: number): string => `person.${n}@example.com`;

/** Adds a tenant of the users with these numbers. */
const fill = async ({ context }: Service, first: number, end: number): Promise<string> => {
  const { db, ids, clock } = context;
  const tenantId = ids.id('tnt');
  const now = clock.now();
  const passwordHash = hashSync(password, cost);
  const person = { email: '', name: '', role: 'member', passwordHash, verification: 'mailbox' } as const;
  const member = newMember(context, { tenantId, ...person });
  await db.transaction({ tenant: tenantId }, (tx) =>
    insertTenant(tx, { id: tenantId, name: 'Bench', created_at: now }),
  );
  for (let from = first; from < end; from += perTransaction) {
    await db.transaction({ tenant: tenantId }, async (tx) => {
      for (let n = from; n < Math.min(from + perTransaction, end); n += 1) {
        await insertUser(tx, {
          ...member,
          id: userId(n),
          email: emailOf(n),
          name: nameOf(n),
          role: n === first ? 'owner' : n % 50 === 0 ? 'admin' : 'member',
          created_at: now - n,
          last_login_at: now - (n % 90) * day - n * 1_000,
        });
      }
    });
  }
  return tenantId;
};

const signIn = async ({ context }: Service, tenantId: string, n: number): Promise<Member> => {
  const { db, accessTokens } = context;
  const { row, refreshToken } = newSession(context, userId(n), { device: 'Bench', ip_address: '127.0.0.1' });
  await db.transaction({ tenant: tenantId }, (tx) => insertSession(tx, row));
  const email = emailOf(n);
  const role = n === 0 ? 'owner' : 'member';
  const accessToken = await accessTokens.sign({ user_id: userId(n), tenant_id: tenantId, email, role }, row.id);
  return { email, accessToken, refreshToken };
};
