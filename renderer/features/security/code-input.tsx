import { TextInput, type TextInputProps } from '@mantine/core';

/** Input for a six-digit code, with hints for phone keyboards and password managers. */
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
