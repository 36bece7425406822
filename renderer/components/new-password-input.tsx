import { Group, PasswordInput, type PasswordInputProps, Stack, Text } from '@mantine/core';
import { IconCheck, IconCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { passwordAdvice } from '#shared/contract/passwords.ts';
import { passwordErrorText } from '../languages/service-texts.ts';

interface NewPasswordInputProps extends PasswordInputProps {
  value: string;
}

/** Input for a new password, with advice while typing. Pasting and password managers work. */
export const NewPasswordInput = ({ value, error, ...props }: NewPasswordInputProps) => {
  const { t } = useTranslation();
  const valueError = value === '' ? undefined : passwordErrorText(value, t);
  return (
    <Stack gap="xs">
      <PasswordInput
        autoComplete="new-password"
        spellCheck={false}
        {...props}
        value={value}
        error={error ?? valueError}
      />
      <Group
        gap="xs"
        component="ul"
        m={0}
        p={0}
        style={{ listStyle: 'none' }}
        aria-label={t('components.password.advice.title')}
      >
        {passwordAdvice.map(({ id, met }) => (
          <Group key={id} component="li" gap={4} w="calc(50% - 6px)" wrap="nowrap" align="center">
            {met(value) ? (
              <IconCheck
                size={14}
                color="var(--mantine-color-anchor)"
                role="img"
                aria-label={t('components.password.advice.met')}
              />
            ) : (
              <IconCircle
                size={14}
                color="var(--mantine-color-dimmed)"
                role="img"
                aria-label={t('components.password.advice.notYet')}
              />
            )}
            <Text size="xs" c="dimmed">
              {t(`components.password.advice.${id}`)}
            </Text>
          </Group>
        ))}
      </Group>
    </Stack>
  );
};
