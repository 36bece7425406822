import { Button, type ButtonProps } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCopy } from './use-copy.ts';

interface CopyButtonProps extends Omit<ButtonProps, 'leftSection'> {
  value: string;
  'aria-label'?: string;
  autoFocus?: boolean;
  /** Called where the browser copies nothing, so that people can copy the text by hand. */
  onFailure?: () => void;
}

/** A button that copies a text, and then says so. */
export const CopyButton = ({ value, onFailure, ...button }: CopyButtonProps) => {
  const { t } = useTranslation();
  const { copied, copy } = useCopy();
  const Icon = copied ? IconCheck : IconCopy;
  const size = button.size === 'compact-xs' ? 14 : 16;
  return (
    <Button
      variant="default"
      {...button}
      onClick={() => void copy(value).then((isCopied) => (isCopied ? undefined : onFailure?.()))}
      leftSection={<Icon size={size} aria-hidden />}
    >
      {t(copied ? 'common.copied' : 'common.copy')}
    </Button>
  );
};
