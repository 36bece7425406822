import type { AppContext } from '../services/context.ts';

/**
 * Prints the setup token to stdout if the first account takes one, and a link that fills it in. Never logged: logs are kept
 * and passed on.
 */
export const printSetupToken = async ({
  setupToken,
  origin,
}: Pick<AppContext, 'setupToken' | 'origin'>): Promise<void> => {
  const token = await setupToken.text();
  if (token === undefined) return;
  process.stdout.write(`castellan setup token for the first account: ${token}\n`);
  process.stdout.write(`castellan create it at ${origin()}/signup#token=${encodeURIComponent(token)}\n`);
};
