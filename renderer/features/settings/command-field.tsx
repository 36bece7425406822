import { Code, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../components/copy-button.tsx';

/** A terminal command; long ones wrap, but copy as one line. */
export const CommandField = ({ label, line }: { label: string; line: string }) => {
  const { t } = useTranslation();
  return (
    <Stack gap={4} role="group" aria-label={label}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm" fw={600}>
          {label}
        </Text>
        <CopyButton value={line} size="compact-xs" flex="none" aria-label={t('settings.api.copy', { label })} />
      </Group>
      <Code block className="break-anywhere" style={{ whiteSpace: 'pre-wrap' }}>
        {line}
      </Code>
    </Stack>
  );
};
