import { oauthPrefix } from '#shared/contract/http-names.ts';

/** What someone who has just signed in needn't be asked for anew. */
const isDone = (prompt: string): boolean => prompt === 'login' || prompt === 'select_account';

/**
 * Where what an application asked for begins anew: as someone else, or as someone who has signed in again. A session that it
 * began with can't be replaced by another on the way.
 * @param issuer the address of the provider
 * @param params what the application asked for
 */
export const beginAgain = (issuer: string, params: Readonly<Record<string, unknown>>): string => {
  const url = new URL(`${issuer}${oauthPrefix}/authorize`);
  for (const [name, given] of Object.entries(params)) {
    for (const value of [given].flat()) {
      if (value === undefined) continue;
      const text = String(value);
      const kept =
        name === 'prompt'
          ? text
              .split(' ')
              .filter((prompt) => !isDone(prompt))
              .join(' ')
          : text;
      if (kept !== '') url.searchParams.append(name, kept);
    }
  }
  return url.href;
};
