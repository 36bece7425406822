import { TextInput, type TextInputProps } from '@mantine/core';

/** A code of an authenticator app or a recovery code, with hints for phone keyboards and password managers. */
export const CodeInput = (props: TextInputProps) => (
  <TextInput
    inputMode="text"
    autoComplete="one-time-code"
    autoCapitalize="off"
    spellCheck={false}
    maxLength={64}
    {...props}
  />
);
