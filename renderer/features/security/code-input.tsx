import { TextInput, type TextInputProps } from '@mantine/core';

/** Six digits of an authenticator; keyboards of phones and password managers know what to offer. */
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
