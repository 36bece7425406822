import { Textarea, type TextareaProps } from '@mantine/core';
import { useState } from 'react';

interface LinesInputProps extends Omit<TextareaProps, 'value' | 'onChange'> {
  value: readonly string[];
  onChange: (lines: string[]) => void;
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** A list of texts, one on each line. Empty lines stay as they are typed, but count as nothing. */
export const LinesInput = ({ value, onChange, ...input }: LinesInputProps) => {
  const [typed, setTyped] = useState(value.join('\n'));
  const isTyped = linesOf(typed).join('\n') === value.join('\n');
  return (
    <Textarea
      {...input}
      autosize
      minRows={1}
      maxRows={8}
      spellCheck={false}
      value={isTyped ? typed : value.join('\n')}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(linesOf(event.currentTarget.value));
      }}
    />
  );
};
