/** What kind of thing stands in the way, for whoever can say more about it than one line. */
export type StartErrorKind = 'port' | 'locked' | 'damaged' | 'newer' | 'other';

/** Something that stops the start; its message is one line for the person who started it. */
export class StartError extends Error {
  override readonly name = 'StartError';
  readonly kind: StartErrorKind;

  constructor(message: string, { kind = 'other', ...options }: ErrorOptions & { kind?: StartErrorKind } = {}) {
    super(message, options);
    this.kind = kind;
  }
}
