import { Box, Group, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { accentPattern, accentShade } from '#shared/rules/accent-color.ts';

const example = '#146a5d';

interface AccentFieldProps {
  value?: string | null;
  onChange?: (value: string | null) => void;
  error?: ReactNode;
  readOnly: boolean;
}

/** The color of buttons in emails, shown as an email shows it: with a text that can be read on it. */
export const AccentField = ({ value = null, onChange, error, readOnly }: AccentFieldProps) => {
  const { t } = useTranslation();
  const shade = value !== null && accentPattern.test(value) ? accentShade(value, 'light') : undefined;
  return (
    <Group align="flex-end" gap="md">
      <TextInput
        label={t('settings.organization.identity.accent')}
        description={t('settings.organization.identity.accentHint')}
        placeholder={example}
        spellCheck={false}
        autoComplete="off"
        maxLength={7}
        readOnly={readOnly}
        maw={340}
        value={value ?? ''}
        error={error}
        onChange={({ currentTarget }) => {
          const text = currentTarget.value.trim();
          onChange?.(text === '' ? null : text);
        }}
      />
      {shade && (
        <Box px="md" py="xs" bdrs="sm" style={{ background: shade.fill }} aria-hidden>
          <Text size="sm" fw={600} c={shade.text}>
            {t('settings.organization.identity.accentSample')}
          </Text>
        </Box>
      )}
    </Group>
  );
};
