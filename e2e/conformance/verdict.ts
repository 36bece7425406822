/** The statement doesn't hold. The message says what was seen. */
export class Failed extends Error {
  override readonly name = 'Failed';
}

/** The statement can't be judged from outside, or not on this installation. Never counts as ok. */
export class NotTried extends Error {
  override readonly name = 'NotTried';
}

/** @throws Failed unless the condition holds. */
export function see(condition: boolean, seen: string): asserts condition {
  if (!condition) throw new Failed(seen);
}

/** @throws Failed unless both are the same. */
export const same = (seen: unknown, expected: unknown, what: string): void =>
  see(seen === expected, `${what} is ${JSON.stringify(seen)} instead of ${JSON.stringify(expected)}`);
