import type { AppContext } from '../services/context.ts';

/** Prints the setup token to stdout if the first account takes one. Never logged: logs are kept and passed on. */
export const printSetupToken = async ({ setupToken }: Pick<AppContext, 'setupToken'>): Promise<void> => {
  const token = await setupToken.text();
  if (token !== undefined) process.stdout.write(`castellan setup token for the first account: ${token}\n`);
};
