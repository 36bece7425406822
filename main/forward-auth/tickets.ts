import { lifetimesMs, maxProtectedTarget } from '#shared/rules/limits.ts';
import { isOver } from '../platform/remaining-wait.ts';
import type { SystemContext } from '../services/context.ts';

/** What a browser asked a protected host for before it was sent here to sign in. */
export interface Ticket {
  /** The ID of the application. */
  readonly application: string;
  /** The path and query. */
  readonly target: string;
  /** The hash of the cookie that the host has given to this browser, and to no other. */
  readonly browser: string;
  /** When it asked, in milliseconds since the epoch. */
  readonly at: number;
}

type Parts = Pick<SystemContext, 'clock' | 'secretBox'>;

/** An address has to fit into the one that leads back: of one that is too long, the path remains, or only the host. */
const fitting = (target: string): string => {
  const [path = '/'] = target.split('?');
  return [target, path].find((text) => JSON.stringify(text).length <= maxProtectedTarget) ?? '/';
};

/** Seals what a browser asked for, so that it can bring it along. */
export const sealTicket = (
  { clock, secretBox }: Parts,
  { application, target, browser }: Omit<Ticket, 'at'>,
): string => {
  const ticket: Ticket = { application, target: fitting(target), browser, at: clock.now() };
  return secretBox.sealToken('protected-host', JSON.stringify(ticket));
};

/** What was sealed, if it was here, and not too long ago. */
export const openTicket = ({ clock, secretBox }: Parts, sealed: string): Ticket | undefined => {
  let ticket: Ticket;
  try {
    ticket = JSON.parse(secretBox.openToken('protected-host', sealed)) as Ticket;
  } catch {
    // Someone changed it, or its key is gone: whoever brings it is told that it can't be used.
    return undefined;
  }
  return isOver(ticket.at, ticket.at + lifetimesMs.applicationSignIn, clock.now()) ? undefined : ticket;
};
