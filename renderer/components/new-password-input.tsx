import { Group, PasswordInput, type PasswordInputProps, Stack, Text } from '@mantine/core';
import { IconCheck, IconCircle } from '@tabler/icons-react';
import { passwordAdvice, passwordRefusal } from '#shared/passwords.ts';

interface NewPasswordInputProps extends PasswordInputProps {
  value: string;
  /** The account's own name and e-mail, which a password may not equal. */
  own: readonly string[];
}

/** A password being chosen, with advice as it is typed; pasting and password managers work. */
export const NewPasswordInput = ({ value, own, error, ...props }: NewPasswordInputProps) => (
  <Stack gap="xs">
    <PasswordInput
      autoComplete="new-password"
      spellCheck={false}
      {...props}
      value={value}
      error={error ?? (value === '' ? undefined : passwordRefusal(value, own))}
    />
    <Group gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }} aria-label="A good password has">
      {passwordAdvice.map(({ id, label, met }) => (
        <Group key={id} component="li" gap={4} w="calc(50% - 6px)" wrap="nowrap" align="center">
          {met(value) ? (
            <IconCheck size={14} color="var(--mantine-color-anchor)" role="img" aria-label="Met:" />
          ) : (
            <IconCircle size={14} color="var(--mantine-color-dimmed)" role="img" aria-label="Not yet:" />
          )}
          <Text size="xs" c="dimmed">
            {label}
          </Text>
        </Group>
      ))}
    </Group>
  </Stack>
);
