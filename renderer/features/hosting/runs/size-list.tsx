import { Group, Stack, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Sizes, sizeNames } from '#shared/hosting.ts';
import { type SizeName, sizeChange, sizeText } from '../servers/sizes.logic.ts';

/** A list of sizes; changed ones stand out and show the old value. */
export const SizeList = ({ sizes, before }: { sizes: Sizes; before?: Sizes | undefined }) => (
  <Stack component="dl" gap={2} m={0}>
    {sizeNames.map((name) => (
      <Size key={name} name={name} value={sizes[name]} {...(before && { was: before[name] })} />
    ))}
  </Stack>
);

interface SizeProps {
  name: SizeName;
  value: number | null;
  was?: number | null;
}

const Size = ({ name, value, was }: SizeProps) => {
  const { t, i18n } = useTranslation();
  const text = (amount: number | null) => sizeText(name, amount, t, i18n.language);
  const change = was === undefined ? 'unknown' : sizeChange(was, value);
  const changes = change === 'more' || change === 'less';
  const Icon = change === 'less' ? IconArrowDown : IconArrowUp;
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap" className="size-row" data-change={change}>
      <Text component="dt" size="sm" c="dimmed">
        {t(`hosting.sizes.names.${name}`)}
      </Text>
      <Group component="dd" gap={4} wrap="nowrap" m={0}>
        {changes && was !== undefined && (
          <Text
            component="span"
            size="xs"
            c="dimmed"
            td="line-through"
            aria-label={t('hosting.sizes.was', { size: text(was) })}
          >
            {text(was)}
          </Text>
        )}
        {changes && <Icon size={14} aria-hidden />}
        <Text component="span" size="sm" fw={changes ? 650 : 400}>
          {text(value)}
        </Text>
      </Group>
    </Group>
  );
};
