import { Button, type ButtonProps, FileButton } from '@mantine/core';
import { useRef } from 'react';

interface ChooseFileProps extends ButtonProps {
  /** Types and endings of the files to offer. */
  accept: string;
  onChoose: (file: File) => void;
}

/** A button to choose a file. The same one can be chosen again: people correct it, or what it was read for went wrong. */
export const ChooseFile = ({ accept, onChoose, ...button }: ChooseFileProps) => {
  const forget = useRef<() => void>(null);
  const choose = (file: File | null): void => {
    // Browsers report a choice only if it differs from the last one.
    forget.current?.();
    if (file) onChoose(file);
  };
  return (
    <FileButton resetRef={forget} accept={accept} onChange={choose}>
      {({ onClick }) => <Button {...button} onClick={onClick} />}
    </FileButton>
  );
};
