import { createHash } from 'node:crypto';

/** Tells an answer from any other of the same read. */
export const tagOf = (body: string): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;

/** Whether an If-Match or If-None-Match header lists a tag, or takes any. */
export const listsTag = (header: string, tag: string, { takesWeak }: { takesWeak: boolean }): boolean =>
  header.trim() === '*' ||
  header
    .split(',')
    .map((listed) => listed.trim())
    .some((listed) => listed === tag || (takesWeak && listed === `W/${tag}`));
