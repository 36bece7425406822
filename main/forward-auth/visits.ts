import { LRUCache } from 'lru-cache';
import { type PathRule, readRules } from '#shared/rules/protected-paths.ts';
import { restrictionOf } from '#shared/rules/restrictions.ts';
import { hasShownSecondFactor } from '#shared/rules/sign-in-methods.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { PersonCaller } from '../security/caller.ts';
import { hashSecret } from '../security/refresh-tokens.ts';
import type { SystemContext } from '../services/context.ts';
import type { Queries } from '../storage/database/schema.ts';
import { listGroupsOf } from '../storage/store/groups/group-members.ts';
import type { CallerRow } from '../storage/store/identity/callers.ts';
import { mayUseApplication } from '../storage/store/oauth/application-access.ts';
import type { ApplicationRow } from '../storage/store/oauth/applications.ts';
import { claimedGroups } from '../storage/store/oauth/claimed-groups.ts';
import {
  findProtectedHost,
  findProtectedSession,
  type ProtectedSessionRow,
} from '../storage/store/oauth/protected-sessions.ts';
import { pathRulesOf } from '../storage/store/stored-columns.ts';

/** A host, and what its paths ask for. */
export interface ProtectedHost {
  readonly application: ApplicationRow & { readonly host: string };
  readonly ruleFor: ReturnType<typeof readRules>;
}

/** Why someone who is signed in may not open an address. */
export type Refusal = 'not_allowed' | 'not_in_group' | 'second_factor' | 'restricted';

/** What someone may open, and what a host is told about them. */
interface Standing {
  readonly mayUse: boolean;
  readonly groupIds: ReadonlySet<string>;
  readonly told: readonly string[];
}

/** Someone who is signed in. */
export interface Person {
  readonly caller: PersonCaller;
  readonly row: CallerRow;
  readonly standing: Standing;
}

/** What decides who may open what, and what a host is told about them. */
const topics = ['applications', 'authority', 'groups', 'workspaces'] as const;
/** Asked for only if something has to be read. */
type Reads = () => Queries;

const keptHosts = 1_000;
const keptVisits = 20_000;

/**
 * Who may open what at a protected host. What was read holds until a commit could have changed it, so that a revocation counts on
 * the next request; of a database that others write to, nothing is kept.
 */
export const createVisits = ({ callers, clock, db }: Pick<SystemContext, 'callers' | 'clock' | 'db'>) => {
  const hosts = new LRUCache<string, { position: number; host: ProtectedHost }>({ max: keptHosts });
  const sessions = new LRUCache<string, { position: number; tenant: string; row: ProtectedSessionRow }>({
    maxSize: keptVisits,
    sizeCalculation: () => 1,
  });
  const standings = new LRUCache<string, { position: number; standing: Standing }>({
    maxSize: keptVisits,
    sizeCalculation: () => 1,
  });
  const holds = (tenant: string, position: number): boolean =>
    topics.every((topic) => db.changes.isCurrent(topic, tenant, position));

  const standingOf = async (read: Reads, row: CallerRow, application: ApplicationRow): Promise<Standing> => {
    const key = `${row.id} ${application.id}`;
    const position = db.changes.position();
    const known = standings.get(key);
    if (known && holds(application.tenant_id, known.position)) return known.standing;
    const mayUse = await mayUseApplication(read(), application, row);
    const groups = mayUse ? await listGroupsOf(read(), row.id) : [];
    const standing = {
      mayUse,
      groupIds: new Set(groups.map(({ id }) => id)),
      told: mayUse ? await claimedGroups(read(), row) : [],
    };
    standings.set(key, { position, standing });
    return standing;
  };

  const personOf = async (read: Reads, caller: PersonCaller, application: ApplicationRow): Promise<Person> => {
    const row = caller.sessionId === undefined ? undefined : await callers.find(caller.sessionId);
    if (!row) throw new AppError('UNAUTHENTICATED');
    return { caller, row, standing: await standingOf(read, row, application) };
  };

  const identify = async (sessionId: string): Promise<PersonCaller | undefined> => {
    try {
      return await callers.identifySession(sessionId, { background: false });
    } catch (error) {
      if (error instanceof AppError && error.key === 'SESSION_ENDED') return undefined;
      throw error;
    }
  };

  const sessionOf = async (read: Reads, secret: string, tenant: string): Promise<ProtectedSessionRow | undefined> => {
    const position = db.changes.position();
    const known = sessions.get(secret);
    if (known && holds(known.tenant, known.position)) return known.row;
    const row = await findProtectedSession(read(), hashSecret(secret));
    if (row) sessions.set(secret, { position, tenant, row });
    else sessions.delete(secret);
    return row;
  };

  return {
    /** Whose visit a secret is, if that is known without a read. They may have left since: nothing but turns depends on it. */
    knownVisitor(secret: string): PersonCaller['user'] | undefined {
      const known = sessions.get(secret);
      return known && callers.knownUserOf(known.row.session_id);
    },
    /** The host that an application protects, if it does. */
    async hostOf(read: Reads, id: string): Promise<ProtectedHost | undefined> {
      const position = db.changes.position();
      const known = hosts.get(id);
      if (known && holds(known.host.application.tenant_id, known.position)) return known.host;
      const application = await findProtectedHost(read(), id);
      if (!application || application.host === null) {
        hosts.delete(id);
        return undefined;
      }
      const host = {
        application: { ...application, host: application.host },
        ruleFor: readRules(pathRulesOf(application)),
      };
      hosts.set(id, { position, host });
      return host;
    },
    /** Who is signed in at a host, in the browser that has this secret. That is activity of their session. */
    async visitor(read: Reads, { application }: ProtectedHost, secret: string): Promise<Person | undefined> {
      const session = await sessionOf(read, secret, application.tenant_id);
      if (session?.application_id !== application.id) return undefined;
      const caller = await identify(session.session_id);
      return caller?.user.id === session.user_id ? personOf(read, caller, application) : undefined;
    },
    /** Someone who is signed in to Castellan, as a visitor of a host. */
    person: (read: Reads, { application }: ProtectedHost, caller: PersonCaller): Promise<Person> =>
      personOf(read, caller, application),
    /** Why someone may not open what a rule is for; undefined if they may. */
    refusal({ caller, row, standing }: Person, rule: PathRule | undefined): Refusal | undefined {
      if (!standing.mayUse) return 'not_allowed';
      if (restrictionOf(caller, clock.now()) !== undefined) return 'restricted';
      // The group may have been deleted since: then no one is in it.
      if (rule?.access === 'group' && !standing.groupIds.has(rule.group_id ?? '')) return 'not_in_group';
      if (rule?.access === 'second_factor' && !hasShownSecondFactor(row)) return 'second_factor';
      return undefined;
    },
  };
};

export type Visits = ReturnType<typeof createVisits>;
