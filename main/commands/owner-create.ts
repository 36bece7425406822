import { text } from 'node:stream/consumers';
import { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import { fieldMessage, fieldProblemOf, fieldReasonText } from '#shared/field-reasons.ts';
import { StartError } from '../platform/start-error.ts';
import { createOwner } from '../services/identity/create-owner.ts';
import { findUserByEmail } from '../store/identity/users.ts';
import type { Arguments, Option } from './command.ts';
import { openService } from './open-service.ts';

export const ownerOptions: Readonly<Record<string, Option>> = {
  email: { value: 'ADDRESS', help: 'Email address to sign in with (required)' },
  name: { value: 'NAME', help: 'Full name (required)' },
  company: { value: 'NAME', help: 'Name of the team (required)' },
};

export const ownerSwitches: Readonly<Record<string, string>> = {
  'password-stdin': 'Read the password from stdin; otherwise one is generated and printed once',
};

/** 96 random bits, short enough to type. */
const passwordLength = 16;

/** The options by the names of the contract's fields. */
const flagOf: Readonly<Record<string, string>> = { company_name: '--company', password: 'the password' };

/** Checks what was given with the contract's own schema. @throws StartError for the first invalid value */
const parseAccount = (account: Record<string, string | undefined>) => {
  const result = contract.auth.signup.input.safeParse(account, { error: fieldMessage });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = String(issue?.path[0]);
  throw new StartError(`${flagOf[field] ?? `--${field}`}: ${fieldReasonText(fieldProblemOf(issue?.message ?? ''))}`);
};

const readPassword = async (): Promise<string> => (await text(process.stdin)).replace(/\r?\n$/, '');

/**
 * Creates a team and its owner, whoever may sign up. It takes the lock of the data folder, so the service must not be
 * running.
 */
export const ownerCreate = async (given: Arguments): Promise<number> => {
  process.umask(0o077);
  const { email, name, company } = given.options;
  const isGiven = given.switches.has('password-stdin');
  const typed = isGiven ? await readPassword() : undefined;
  // Checked before anything is opened or created. A generated password always passes.
  const checked = parseAccount({ email, name, company_name: company, password: typed ?? 'x'.repeat(passwordLength) });
  const service = await openService(given, 'create the owner');
  try {
    const { db, ids, passwords } = service.context;
    const password = typed ?? ids.secret().slice(0, passwordLength);
    await passwords.assertAcceptable(password, [checked.email, checked.name]);
    const passwordHash = await passwords.hash(password, { lane: 'sign-in', key: 'command line' });
    await db.transaction({}, async (tx) => {
      if (await findUserByEmail(tx, checked.email)) throw new AppError('EMAIL_TAKEN');
      const owner = { email: checked.email, name: checked.name, companyName: checked.company_name, passwordHash };
      await createOwner(service.context, tx, undefined, owner);
    });
    process.stdout.write(`Created ${checked.email}, owner of ${checked.company_name}\n`);
    if (!isGiven) process.stdout.write(`Password: ${password}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new StartError(error.message, { cause: error });
  } finally {
    await service.stop();
  }
};
