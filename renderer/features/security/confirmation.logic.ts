import type { ConfirmationDemand } from '../../api/problem.ts';
import type { Translate } from '../../languages/translate.ts';

/** How users confirm that it's them. One field takes codes of both kinds. */
export type WayToConfirm = 'passkey' | 'code' | 'password';

type Methods = ConfirmationDemand['methods'];

/** What the service accepts and what works in this window, the strongest first. */
export const waysToConfirm = (methods: Methods, hasPasskeys: boolean): WayToConfirm[] => {
  const takesCode = methods.includes('authenticator') || methods.includes('recovery_code');
  return [
    ...(methods.includes('passkey') && hasPasskeys ? (['passkey'] as const) : []),
    ...(takesCode ? (['code'] as const) : []),
    ...(methods.includes('password') ? (['password'] as const) : []),
  ];
};

/** The label and the help of the field for a code, which also takes a recovery code while there are any. */
export const codeField = (methods: Methods, t: Translate): { label: string; description?: string } => {
  if (!methods.includes('authenticator')) return { label: t('confirmation.recoveryCode') };
  return {
    label: t('confirmation.code'),
    description: t(methods.includes('recovery_code') ? 'confirmation.codeOf' : 'confirmation.codeOfApp'),
  };
};
