import { Box, Group, Loader, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Sizes, sizeNames } from '#shared/flows/hosting.ts';
import { type SizeName, sizeChange, sizeText } from '../servers/sizes.logic.ts';

interface StepPanelProps {
  title: string;
  lead?: ReactNode;
  /** Beside the title. */
  icon?: ReactNode;
  /** Actions at the bottom. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** One step of the wizard. The button that led here disappears with its step, so focus moves to the new title. */
export const StepPanel = ({ title, lead, icon, actions, children }: StepPanelProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Set focus only if it was lost; don't take it from another element.
    if (document.activeElement !== document.body) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Box component="section" className="surface" p={{ base: 'md', sm: 'lg' }}>
      <Stack gap="lg">
        <Group gap="md" wrap="nowrap">
          {icon}
          <div>
            <Title order={2} ref={heading} tabIndex={-1} className="step-title">
              {title}
            </Title>
            {lead && (
              <Text size="sm" c="dimmed" maw={720} component="div">
                {lead}
              </Text>
            )}
          </div>
        </Group>
        {children}
        {actions && (
          <Group gap="sm" className="step-actions">
            {actions}
          </Group>
        )}
      </Stack>
    </Box>
  );
};

/** A step that waits until the outcome at the provider is known. */
export const WaitingStep = ({ title, lead }: Pick<StepPanelProps, 'title' | 'lead'>) => {
  const { t } = useTranslation();
  return (
    <StepPanel title={title} lead={lead}>
      <Group role="status" gap="sm" wrap="nowrap">
        <Loader size="sm" aria-hidden />
        <Text size="sm">{t('hosting.ordering.wait')}</Text>
      </Group>
    </StepPanel>
  );
};

interface SumTile {
  label: string;
  value: ReactNode;
  detail?: ReactNode;
}

/** A row of figures, each with a label above and a note below. */
export const SumTiles = ({ tiles }: { tiles: readonly SumTile[] }) => (
  <SimpleGrid component="dl" cols={{ base: 1, xs: tiles.length }} m={0} spacing="sm">
    {tiles.map(({ label, value, detail }) => (
      <div key={label} className="sum-tile">
        <Text component="dt" size="xs" c="dimmed" fw={600}>
          {label}
        </Text>
        <Text component="dd" m={0} fz="xl" fw={600} lh={1.4} className="break-anywhere">
          {value}
        </Text>
        {detail && (
          <Text component="dd" m={0} size="xs" c="dimmed">
            {detail}
          </Text>
        )}
      </div>
    ))}
  </SimpleGrid>
);

/** A list of sizes; changed ones stand out and show the old value. */
export const SizeList = ({ sizes, before }: { sizes: Sizes; before?: Sizes | undefined }) => (
  <Stack component="dl" gap={4} m={0}>
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
        <Text component="span" size="sm" fw={changes ? 600 : 400}>
          {text(value)}
        </Text>
      </Group>
    </Group>
  );
};
