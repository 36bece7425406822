import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** A terminal command; long ones wrap, but copy as one line. */
export const CommandField = ({ label, line }: { label: string; line: string }) => {
  const { t } = useTranslation();
  return (
    <Stack gap={4} role="group" aria-label={label}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm" fw={500}>
          {label}
        </Text>
        <CopyButton value={line} timeout={2_000}>
          {({ copied, copy }) => (
            <Button
              size="compact-xs"
              variant="default"
              onClick={copy}
              aria-label={t('settings.api.copy', { label })}
              leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
            >
              {t(copied ? 'common.copied' : 'common.copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Code block className="break-anywhere" style={{ whiteSpace: 'pre-wrap' }}>
        {line}
      </Code>
    </Stack>
  );
};
