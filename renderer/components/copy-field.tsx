import { Button, CopyButton, Group, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

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
  const { t } = useTranslation();
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <TextInput
        label={label}
        {...(isFact && { labelProps: { size: 'xs', c: 'dimmed', fw: 400 } })}
        value={value}
        readOnly
        flex={1}
        onFocus={(event) => event.currentTarget.select()}
        className="copy-field"
      />
      <CopyButton value={value} timeout={2_000}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            onClick={copy}
            autoFocus={autoFocus}
            leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          >
            {t(copied ? 'common.copied' : 'common.copy')}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
};
