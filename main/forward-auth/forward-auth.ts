import { forwardAuthPaths, oauthPrefix } from '#shared/contract/http-names.ts';
import { restrictionOf, restrictions } from '#shared/rules/restrictions.ts';
import type { ErrorKey } from '#shared/texts/errors.ts';
import type { PersonCaller } from '../security/caller.ts';
import { hashSecret } from '../security/refresh-tokens.ts';
import type { SystemContext } from '../services/context.ts';
import type { Client } from '../services/handler.ts';
import type { Queries } from '../storage/database/schema.ts';
import { addressOf, close, letIn, open, ownPaths, ownPrefix } from './openings.ts';
import { openTicket, sealTicket, type Ticket } from './tickets.ts';
import { createVisits, type Person, type ProtectedHost, type Refusal } from './visits.ts';

/** What a proxy asks about: a request to a protected host. */
export interface Asked {
  /** The application that the proxy asks for. A client can choose its Host, but not this. */
  readonly applicationId: string;
  readonly host: string;
  /** The path and query. */
  readonly target: string;
  /** Whether a person waits for a page, and can be led elsewhere. */
  readonly isPage: boolean;
  /** Whether a page of another site leads here. */
  readonly isFromElsewhere: boolean;
  /** Of the client. */
  readonly address: string;
  /** What the browser has for the host: for someone who is signed in there, or to find its way back. */
  secret(name: 'visit' | 'way-back'): string | undefined;
  client(): Client;
}

export type Checked =
  /** It may pass, for someone or, at a public path, for anyone. */
  | { readonly is: 'open'; readonly person?: Person }
  /** The browser has to go elsewhere first. It gets these secrets for the host; of an empty one, it has to forget what it has. */
  | {
      readonly is: 'led';
      readonly to: string;
      readonly applicationId: string;
      readonly visit?: string;
      readonly wayBack?: string;
    }
  /** No one is signed in. */
  | { readonly is: 'unknown' }
  /**
   * @property why for whoever reads the answer: a person who set up a proxy, or one who can't be led elsewhere
   * @property isMisconfigured whether the proxy's configuration is the reason, so that no one gets in
   */
  | { readonly is: 'refused'; readonly why: string; readonly isMisconfigured?: true };

const refused = (why: string): Checked => ({ is: 'refused', why });

/** Refuses what a proxy asks that isn't set up as documented. */
export const misconfigured = (why: string): Checked => ({ is: 'refused', why, isMisconfigured: true });

/** What the sign-in page shows on the way to a protected host, as for any other application. */
export interface OnTheWay {
  readonly prompt: 'login';
  readonly application: { readonly name: string };
  readonly scopes: readonly [];
  /** Who is signed in in this browser. */
  readonly account: { readonly name: string; readonly email: string } | null;
  /** What going on would be answered with. UNAUTHENTICATED: to sign in first, or again with a second factor. */
  readonly obstacle: ErrorKey | null;
  readonly asks_second_factor: boolean;
}

/** The error for whoever may not go on. */
const obstacleFor = ({ caller }: Person, refusal: Refusal, now: number): ErrorKey => {
  switch (refusal) {
    case 'not_allowed':
    case 'not_in_group':
      return 'FORBIDDEN';
    case 'restricted': {
      const restriction = restrictionOf(caller, now);
      return restriction === undefined ? 'UNAUTHENTICATED' : restrictions[restriction];
    }
    case 'second_factor':
      return 'UNAUTHENTICATED';
  }
};

const codeIn = (target: string): string => new URL(target, 'https://host.invalid').searchParams.get('code') ?? '';

/** DECISION 0340: who may open what at hosts that a reverse proxy protects. */
export interface ForwardAuth {
  /** Whose visit a secret is, if that is known at once. */
  knownVisitor(secret: string): PersonCaller['user'] | undefined;
  /** Whether a request may pass. That someone is signed in there counts as activity of their session. */
  check(asked: Asked): Promise<Checked>;
  /** What the sign-in page shows; undefined for a ticket that is over. */
  onTheWay(ticket: string, sender: Sender): Promise<OnTheWay | undefined>;
  /** Where a browser goes that came to sign in, if someone is signed in who may open what it asked for. */
  wayOn(ticket: string, sender: Sender): Promise<string | undefined>;
}

/** The browser that has a ticket. */
interface Sender {
  readonly address: string;
  /** Who is signed in to Castellan there. */
  readonly caller: PersonCaller | undefined;
}

interface Arrival {
  readonly ticket: Ticket;
  readonly host: ProtectedHost;
  readonly person: Person | undefined;
  readonly refusal: Refusal | undefined;
}

/** @param base where browsers reach Castellan */
export const createForwardAuth = (context: SystemContext, base: string): ForwardAuth => {
  const { db, ids } = context;
  const visits = createVisits(context);
  const readsFor = (address: string) => (): Queries => db.scopedTo({ address }).read;

  const leadToSignIn = ({ application }: ProtectedHost, { target, secret }: Asked): Checked => {
    // Tabs that are opened together have one way back.
    const browser = secret('way-back') ?? ids.secret();
    const ticket = sealTicket(context, { application: application.id, target, browser: hashSecret(browser) });
    return {
      is: 'led',
      to: `${base}${forwardAuthPaths.signIn}?ticket=${ticket}`,
      applicationId: application.id,
      wayBack: browser,
    };
  };

  /** What Castellan itself answers at a protected host. */
  const checkOwn = async ({ application }: ProtectedHost, asked: Asked): Promise<Checked> => {
    const [path] = asked.target.split('?');
    const applicationId = application.id;
    const visit = asked.secret('visit');
    if (path === ownPaths.signOut) {
      if (!asked.isPage || asked.isFromElsewhere) return refused('Only a page of this host can sign someone out');
      if (visit !== undefined) await close(context, application, visit);
      // Whoever is still signed in to Castellan would be let in again: it asks whether to sign out of that, too.
      return { is: 'led', to: `${base}${oauthPrefix}/logout?client_id=${applicationId}`, applicationId, visit: '' };
    }
    // A browser without it is another one, too.
    const browser = asked.secret('way-back') ?? '';
    const opened =
      path === ownPaths.callback
        ? await open(context, application, { code: codeIn(asked.target), browser, visit, client: asked.client() })
        : undefined;
    if (!opened) return refused(`This link can't be used anymore. Open ${addressOf(application, '/')} again.`);
    return { is: 'led', to: addressOf(application, opened.target), applicationId, visit: opened.secret };
  };

  const arrive = async (sealed: string, { address, caller }: Sender): Promise<Arrival | undefined> => {
    const ticket = openTicket(context, sealed);
    if (!ticket) return undefined;
    const read = readsFor(address);
    const host = await visits.hostOf(read, ticket.application);
    if (!host) return undefined;
    const rule = host.ruleFor(ticket.target);
    if (rule === 'ambiguous') return undefined;
    const person = caller && (await visits.person(read, host, caller));
    return { ticket, host, person, refusal: person && visits.refusal(person, rule) };
  };

  return {
    knownVisitor: visits.knownVisitor,
    async check(asked) {
      const { target } = asked;
      const read = readsFor(asked.address);
      const host = await visits.hostOf(read, asked.applicationId);
      if (!host) return misconfigured('There is no such application');
      if (host.application.host !== asked.host) return misconfigured(`The application doesn't protect ${asked.host}`);
      if (target.startsWith(ownPrefix)) return checkOwn(host, asked);
      const rule = host.ruleFor(target);
      if (rule === 'ambiguous') return refused('This address can be read in more than one way');
      const visit = asked.secret('visit');
      const person = visit === undefined ? undefined : await visits.visitor(read, host, visit);
      if (person && visits.refusal(person, rule) === undefined) return { is: 'open', person };
      if (rule?.access === 'public') return { is: 'open' };
      if (asked.isPage) return leadToSignIn(host, asked);
      return person ? refused("You can't open this") : { is: 'unknown' };
    },
    async onTheWay(sealed, sender) {
      const arrival = await arrive(sealed, sender);
      if (!arrival) return undefined;
      const { host, person, refusal } = arrival;
      const { user } = person?.caller ?? {};
      const obstacle = person
        ? refusal && obstacleFor(person, refusal, context.clock.now())
        : ('UNAUTHENTICATED' as const);
      return {
        prompt: 'login',
        application: { name: host.application.name },
        scopes: [],
        account: user ? { name: user.name, email: user.email } : null,
        obstacle: obstacle ?? null,
        asks_second_factor: refusal === 'second_factor',
      };
    },
    async wayOn(sealed, sender) {
      const arrival = await arrive(sealed, sender);
      if (!arrival?.person || arrival.refusal !== undefined) return undefined;
      return letIn(context, arrival.host.application, arrival.person, arrival.ticket);
    },
  };
};
