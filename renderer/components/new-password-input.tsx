import { Group, PasswordInput, type PasswordInputProps } from '@mantine/core';
import { IconCheck, IconCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isLongEnough } from '#shared/contract/passwords.ts';
import { passwordLimits } from '#shared/rules/limits.ts';
import { passwordErrorText } from '../languages/service-texts.ts';

interface NewPasswordInputProps extends PasswordInputProps {
  value: string;
  /** Characters that the organization requires, where that is known. */
  min?: number;
}

/** Input for a new password: what it must have, met or not, and one hint. Pasting and password managers work. */
export const NewPasswordInput = ({ value, min = passwordLimits.minLength, error, ...props }: NewPasswordInputProps) => {
  const { t } = useTranslation();
  const valueError = value === '' ? undefined : passwordErrorText(value, t);
  const isMet = isLongEnough(value, min);
  const Mark = isMet ? IconCheck : IconCircle;
  return (
    <PasswordInput
      autoComplete="new-password"
      spellCheck={false}
      {...props}
      value={value}
      error={error ?? valueError}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={
        <>
          <Group component="span" gap={4} wrap="nowrap">
            <Mark
              size={14}
              color={`var(--mantine-color-${isMet ? 'anchor' : 'dimmed'})`}
              role="img"
              aria-label={t(isMet ? 'components.password.advice.met' : 'components.password.advice.notYet')}
            />
            {t('fields.too_short', { min })}
          </Group>
          {t('components.password.advice.hint')}
        </>
      }
    />
  );
};
