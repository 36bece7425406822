import { Group, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { CopyButton } from './copy-button.tsx';

interface CopyFieldProps {
  label: string;
  value: string;
  /** Whether it replaces the button that was pressed, so that focus moves to the button that copies. */
  autoFocus?: boolean;
  /** Whether it belongs to `Facts`, whose names are small. */
  isFact?: boolean;
}

/** Text to copy with a button, or to select by hand if the browser denies clipboard access. */
export const CopyField = ({ label, value, autoFocus = false, isFact = false }: CopyFieldProps) => {
  const field = useRef<HTMLInputElement>(null);
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <TextInput
        ref={field}
        label={label}
        {...(isFact && { labelProps: { size: 'xs', c: 'dimmed', fw: 400 } })}
        value={value}
        readOnly
        flex={1}
        onFocus={(event) => event.currentTarget.select()}
        className="copy-field"
      />
      <CopyButton value={value} autoFocus={autoFocus} onFailure={() => field.current?.focus()} />
    </Group>
  );
};
