import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { use, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountEmail } from './account-email.ts';
import { AccountName } from './account-name.tsx';
import { KnownPassword } from './known-password.ts';

/** The user's own password, asked for again before something sensitive. Filled in where it's known. */
export const CurrentPasswordInput = (props: Omit<PasswordInputProps, 'autoComplete' | 'spellCheck'>) => {
  const { t } = useTranslation();
  const known = use(KnownPassword);
  const { onChange, description } = props;
  const fill = useRef(onChange);
  fill.current = onChange;
  useEffect(() => {
    // A form's field takes a value in place of an event, too.
    if (known !== undefined) (fill.current as ((value: string) => void) | undefined)?.(known);
  }, [known]);
  return (
    <>
      <AccountName email={use(AccountEmail)} />
      <PasswordInput
        autoComplete="current-password"
        spellCheck={false}
        {...props}
        description={known === undefined ? description : t('welcome.passwordFilled')}
      />
    </>
  );
};
