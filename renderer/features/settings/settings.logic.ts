import { addRemoteLink } from '#shared/contract/desktop-link.ts';
import { apiPrefix, bearer } from '#shared/contract/http-names.ts';
import {
  accountLockout,
  apiKeyLimits,
  day,
  hour,
  lifetimesMs,
  mailThrottle,
  minute,
  second,
  throttles,
} from '#shared/rules/limits.ts';
import type { Translate } from '../../languages/translate.ts';

/** Quotes text as a single POSIX shell word. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Placeholders for values that the user fills in. */
const placeholders = { password: 'YOUR-PASSWORD', passphrase: 'YOUR-PASSPHRASE', token: 'ACCESS-TOKEN' } as const;

/** Example commands for the API: health check, sign-in, and who am I. */
export const commandsFor = (
  address: string,
  email: string,
): { name: 'health' | 'signIn' | 'profile'; line: string }[] => {
  const body = JSON.stringify({ email, password: placeholders.password });
  return [
    { name: 'health', line: `curl ${quoted(`${address}/healthz`)}` },
    {
      name: 'signIn',
      line: `curl ${quoted(`${address}${apiPrefix}/auth/login`)} -H 'content-type: application/json' -d ${quoted(body)}`,
    },
    {
      name: 'profile',
      line: `curl ${quoted(`${address}${apiPrefix}/users/me`)} -H ${quoted(`authorization: ${bearer(placeholders.token)}`)}`,
    },
  ];
};

/** The variables that schedule backups. */
export const backupVariables = { folder: 'CASTELLAN_BACKUP_DIR', passphrase: 'CASTELLAN_BACKUP_PASSPHRASE' } as const;

/** Starts this server with backups. Variables, because everyone on a computer can read the flags of its programs. */
export const backupCommand = (dataFolder: string): string =>
  `${backupVariables.folder}=/var/backups/castellan ${backupVariables.passphrase}=${placeholders.passphrase} castellan serve --data-dir ${quoted(dataFolder)}`;

/** The link that adds this server to the desktop app, which accepts only https addresses of other computers. */
export const desktopAppLink = (address: string, organization: string): string | undefined =>
  address.startsWith('https:') ? addRemoteLink(address, organization) : undefined;

/** A duration in the largest unit that divides it. */
export const durationText = (milliseconds: number, t: Translate): string => {
  const units = [
    ['days', day],
    ['hours', hour],
    ['minutes', minute],
    ['seconds', second],
  ] as const;
  const [unit, length] = units.find(([, size]) => milliseconds % size === 0) ?? ['seconds', second];
  return t(`settings.durations.${unit}`, { count: milliseconds / length });
};

export interface PolicyRow {
  name: string;
  value: string;
}

/** Security policy that applies to everyone; includes abuse limits only if they are enabled. */
export const policyRows = (rateLimits: boolean, t: Translate): PolicyRow[] => {
  const duration = (milliseconds: number): string => durationText(milliseconds, t);
  const limits: PolicyRow[] = [
    {
      name: t('settings.policy.lockout'),
      value: t('settings.policy.lockoutValue', {
        free: accountLockout.freeFailures,
        first: duration(accountLockout.firstWaitMs),
        max: duration(accountLockout.maxWaitMs),
      }),
    },
    {
      name: t('settings.policy.signIns'),
      value: t('settings.policy.perAddress', {
        limit: throttles.sign_in.limit,
        window: duration(throttles.sign_in.windowMs),
      }),
    },
    {
      name: t('settings.policy.guesses'),
      value: t('settings.policy.perAddress', {
        limit: throttles.token_guess.limit,
        window: duration(throttles.token_guess.windowMs),
      }),
    },
    {
      name: t('settings.policy.signUps'),
      value: t('settings.policy.perAddress', {
        limit: throttles.sign_up.limit,
        window: duration(throttles.sign_up.windowMs),
      }),
    },
    {
      name: t('settings.policy.mails'),
      value: t('settings.policy.perRecipient', { limit: mailThrottle.limit, window: duration(mailThrottle.windowMs) }),
    },
  ];
  return [
    { name: t('settings.policy.access'), value: duration(lifetimesMs.accessToken) },
    { name: t('settings.policy.verification'), value: duration(lifetimesMs.verificationLink) },
    { name: t('settings.policy.reset'), value: duration(lifetimesMs.resetLink) },
    { name: t('settings.policy.deletion'), value: duration(lifetimesMs.deletionGrace) },
    {
      name: t('settings.policy.apiKeys'),
      value: t('settings.policy.apiKeysValue', { count: apiKeyLimits.perUser, days: apiKeyLimits.maxDays }),
    },
    ...(rateLimits ? limits : [{ name: t('settings.policy.limits'), value: t('settings.policy.limitsOff') }]),
  ];
};
