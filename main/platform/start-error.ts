/** The kind of problem, for callers that can say more about it than one line. */
export type StartErrorKind = 'port' | 'locked' | 'damaged' | 'newer' | 'other';

/** A problem that prevents startup. Its message is one line for the person who started the program. */
export class StartError extends Error {
  override readonly name = 'StartError';
  readonly kind: StartErrorKind;

  constructor(message: string, { kind = 'other', ...options }: ErrorOptions & { kind?: StartErrorKind } = {}) {
    super(message, options);
    this.kind = kind;
  }
}
