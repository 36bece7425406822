import { type SignUpMode, signUpMode } from '#shared/rules/sign-ups.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { Queries } from '../../storage/database/schema.ts';
import { countTenants } from '../../storage/store/team/sample-tenants.ts';
import type { AppContext } from '../context.ts';
import type { Client } from '../handler.ts';

/** Whether a caller may sign up, and what it takes. */
export interface SignUpPolicy {
  mode: SignUpMode;
  /** Whether the next account is the first, and its owner has to present the setup token. */
  needsSetupToken: boolean;
}

type PolicyContext = Pick<AppContext, 'config'>;

/**
 * Whether a request was made on this machine. With a public URL there is a proxy, and not every proxy says that it
 * forwards.
 */
export const isOnThisMachine = ({ config }: PolicyContext, { isLocal }: Client): boolean =>
  config.publicUrl === undefined && isLocal?.() === true;

/**
 * DECISION 0060: if other computers can connect, the first account takes the setup token, and later ones take an
 * invitation unless the settings say otherwise. Sample data doesn't count as an account.
 */
export const signUpPolicy = async (context: PolicyContext, db: Queries, client: Client): Promise<SignUpPolicy> => {
  const { signUps, isExposed } = context.config;
  if (signUps === 'closed') return { mode: 'closed', needsSetupToken: false };
  if ((await countTenants(db)).real === 0) {
    return { mode: 'open', needsSetupToken: isExposed && !isOnThisMachine(context, client) };
  }
  return { mode: signUpMode(context.config), needsSetupToken: false };
};

/** Whether people whom no one here knows may create an account. On this machine alone they can't. */
export const admitsStrangers = ({ config }: PolicyContext): boolean =>
  config.isExposed && signUpMode(config) === 'open';

/** @throws AppError SIGN_UPS_CLOSED if no one may create an account, not even with an invitation */
export const assertAcceptsAccounts = ({ config }: PolicyContext): void => {
  if (config.signUps === 'closed') throw new AppError('SIGN_UPS_CLOSED', { reason: 'no_new_accounts' });
};

const hasAllowedDomain = ({ config: { signUpDomains } }: PolicyContext, email: string): boolean =>
  signUpDomains.length === 0 || signUpDomains.includes(email.slice(email.lastIndexOf('@') + 1));

/** @throws AppError SIGN_UPS_CLOSED unless the caller may create a tenant and become its owner */
export const assertMaySignUp = async (
  context: Pick<AppContext, 'config' | 'setupToken'>,
  db: Queries,
  client: Client,
  { email, setup_token }: { email: string; setup_token?: string | undefined },
): Promise<void> => {
  assertAcceptsAccounts(context);
  const { mode, needsSetupToken } = await signUpPolicy(context, db, client);
  if (mode !== 'open') throw new AppError('SIGN_UPS_CLOSED', { reason: 'invitation_required' });
  if (needsSetupToken && !(await context.setupToken.matches(setup_token ?? ''))) {
    const reason = setup_token ? 'setup_token_wrong' : 'setup_token_required';
    throw new AppError('SIGN_UPS_CLOSED', { reason });
  }
  if (!hasAllowedDomain(context, email)) throw new AppError('SIGN_UPS_CLOSED', { reason: 'email_domain' });
};
