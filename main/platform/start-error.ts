import { type StartReason, startReasons, tellReason } from './start-reasons.ts';

/** The kind of problem, for callers that can say more about it than one line. */
export type StartErrorKind =
  | 'refused'
  | 'port'
  | 'locked'
  | 'unready'
  | 'damaged'
  | 'newer'
  | 'permission'
  | 'full'
  | 'limit'
  | 'io'
  | 'unexpected'
  | 'other';

/**
 * Exit codes by problem, from sysexits.h. The table in docs/operating.md explains them; deploy/castellan.service doesn't
 * restart after those that a restart can't fix.
 */
export const exitCodes: Readonly<Record<StartErrorKind, number>> = {
  // A command was refused, and changed nothing.
  refused: 1,
  // EX_SOFTWARE: nobody knows yet what it means, so a restart may help.
  unexpected: 70,
  io: 74,
  port: 75,
  locked: 75,
  // A database server that takes no writes for now, as during a failover.
  unready: 75,
  full: 75,
  limit: 75,
  permission: 77,
  damaged: 78,
  newer: 78,
  other: 78,
};

/** The kind of a problem that another process reported. */
export const toStartErrorKind = (text: string): StartErrorKind =>
  // `exitCodes` has exactly the kinds as its keys.
  Object.hasOwn(exitCodes, text) ? (text as StartErrorKind) : 'other';

/** A problem that prevents startup, or that a command was refused. Its message is one line for the person who started the program. */
export class StartError extends Error {
  override readonly name = 'StartError';
  readonly kind: StartErrorKind;
  /** What the message says, for whoever tells it in another language. */
  readonly reason: StartReason | undefined;

  /**
   * @param problem a reason, or a message if the command line alone can end up with it
   * @param options `reason`: what a message says that tells more than that
   */
  constructor(
    problem: StartReason | string,
    {
      kind = 'other',
      reason,
      ...options
    }: ErrorOptions & { kind?: StartErrorKind; reason?: StartReason | undefined } = {},
  ) {
    super(typeof problem === 'string' ? problem : tellReason(problem, startReasons), options);
    this.kind = kind;
    this.reason = typeof problem === 'string' ? reason : problem;
  }
}
