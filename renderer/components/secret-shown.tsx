import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from './copy-button.tsx';
import { CopyField } from './copy-field.tsx';

interface SecretShownProps {
  /** What it is for, or what whoever has it can do. */
  text: string;
  /** The secret, and what is asked for with it. */
  fields: readonly { label: string; value: string }[];
  /** How a program uses them. */
  example?: { label: string; text: string } | undefined;
  onClose: () => void;
}

/** A secret, which is displayed only once. */
export const SecretShown = ({ text, fields, example, onClose }: SecretShownProps) => {
  const { t } = useTranslation();
  return (
    <Stack>
      <Alert color="yellow" title={t('components.secret.once')} icon={<IconAlertTriangle aria-hidden />}>
        {text}
      </Alert>
      {fields.map((field) => (
        <CopyField key={field.label} {...field} />
      ))}
      {example && (
        <>
          <Code block tabIndex={0} aria-label={example.label}>
            {example.text}
          </Code>
          <Group justify="space-between" gap="sm">
            <Text size="xs" c="dimmed">
              {example.label}
            </Text>
            <CopyButton size="xs" value={example.text} />
          </Group>
        </>
      )}
      <Group className="dialog-buttons">
        <Button onClick={onClose}>{t('components.secret.saved')}</Button>
      </Group>
    </Stack>
  );
};
