import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Asks for the passphrase of future backups, and says what it is for. */
export const PassphraseInput = (props: PasswordInputProps) => {
  const { t } = useTranslation();
  return (
    <PasswordInput
      label={t('settings.backups.passphrase')}
      description={t('settings.backups.passphraseOf')}
      autoComplete="new-password"
      spellCheck={false}
      {...props}
    />
  );
};
