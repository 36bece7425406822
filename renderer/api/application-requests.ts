import { forwardAuthPaths, oauthPrefix } from '#shared/contract/http-names.ts';
import type { Problem } from '#shared/texts/errors.ts';
import { AnswerError, isProblem } from './problem.ts';

/** What an application asks of a person who it sends here. */
export interface AskedOfPerson {
  /** `login`: to sign in. `consent`: to let the application know them. */
  prompt: 'login' | 'consent';
  application: { name: string };
  scopes: readonly string[];
  /** Who is signed in in this browser, whoever uses the console in this tab. */
  account: Account | null;
  /** The error that going on would be answered with. */
  obstacle: Problem['code'] | null;
}

/** Where the browser goes next. */
export interface Onward {
  location: string;
}

/** Someone who is signed in. */
export interface Account {
  name: string;
  email: string;
}

/** The same words as in the address of what they are sent to. */
export type Decision = 'go-on' | 'refuse';

const problemIn = async (answer: Response): Promise<Problem | undefined> => {
  // A proxy in front answers with a page of its own.
  const body: unknown = await answer.json().catch(() => undefined);
  return isProblem(body) ? body : undefined;
};

/**
 * Asks what applications sign people in with. The browser's cookie says who asks, and the console's own session has no
 * part in it. @throws AnswerError
 */
const ask = async <Answer>(path: string, method: 'GET' | 'POST', body?: object): Promise<Answer> => {
  // Relative to the page's base. In this mode, browsers say which page asks, although it has no referrer.
  const answer = await fetch(path, {
    method,
    mode: 'cors',
    cache: 'no-store',
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    throw new AnswerError(undefined, { cause });
  });
  if (!answer.ok) throw new AnswerError(await problemIn(answer));
  return (await answer.json()) as Answer;
};

/** Below the page's base. */
const prefix = oauthPrefix.slice(1);
const interaction = (uid: string): string => `${prefix}/interaction/${encodeURIComponent(uid)}`;

export const readInteraction = (uid: string): Promise<AskedOfPerson> => ask(`${interaction(uid)}/asked`, 'GET');

export const decideInteraction = (uid: string, decision: Decision): Promise<Onward> =>
  ask(`${interaction(uid)}/${decision}`, 'POST');

/** Which application wants someone to sign out of Castellan, too; null if none said so. */
export const readSignOut = (): Promise<{ application: { name: string } | null }> =>
  ask(`${prefix}/logout/asked`, 'GET');

/** Without a location, the person stays here, and signed in. */
export const decideSignOut = (decision: 'go-on' | 'stay'): Promise<{ location: string | null }> =>
  ask(`${prefix}/logout/${decision}`, 'POST');

/** Who is signed in in this browser. */
export const readBrowserAccount = (): Promise<Account> => ask(`${prefix}/session`, 'GET');

/** What a device asks of the person who has typed its code. */
export type AskedByDevice = Pick<AskedOfPerson, 'application' | 'scopes'>;

export const readDevice = (user_code: string): Promise<AskedByDevice> =>
  ask(`${prefix}/device/asked`, 'POST', { user_code });

export const decideDevice = (user_code: string, decision: Decision): Promise<unknown> =>
  ask(`${prefix}/device/${decision}`, 'POST', { user_code });

/** What is asked of a person on the way to a protected host. */
export interface AskedForHost extends AskedOfPerson {
  /** Whether whoever is signed in has to sign in with two-factor authentication. */
  asks_second_factor: boolean;
}

const onTheWay = (path: string, ticket: string): string => `${path.slice(1)}?ticket=${encodeURIComponent(ticket)}`;

export const readProtectedHost = (ticket: string): Promise<AskedForHost> =>
  ask(onTheWay(forwardAuthPaths.asked, ticket), 'GET');

export const goOnToHost = (ticket: string): Promise<Onward> => ask(onTheWay(forwardAuthPaths.goOn, ticket), 'POST');
