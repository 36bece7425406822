import { TextInput, type TextInputProps } from '@mantine/core';
import { textLimits } from '#shared/rules/limits.ts';

/** A code of an authenticator app or a recovery code, with hints for phone keyboards and password managers. */
export const CodeInput = (props: TextInputProps) => (
  <TextInput
    inputMode="text"
    autoComplete="one-time-code"
    autoCapitalize="off"
    spellCheck={false}
    maxLength={textLimits.code}
    {...props}
  />
);
