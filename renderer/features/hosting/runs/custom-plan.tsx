import { Box, Button, Group, SimpleGrid, Slider, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ComponentChoice, comparePrices } from '#shared/flows/plan-quote.ts';
import { DisabledWithReason } from '../../../components/disabled-with-reason.tsx';
import { cycleOf, type Server } from '../servers/servers.logic.ts';
import { sizeText } from '../servers/sizes.logic.ts';
import { useMoney } from '../use-hosting.ts';
import { choiceAt, type PlanSlider, type Positions, planSliders, priceAt, sizeOf } from './custom-plan.logic.ts';
import { type PriceOption, sameSizes } from './plans.logic.ts';
import { SizeList } from './step-parts.tsx';

interface CustomPlanProps {
  plan: PriceOption;
  server: Server;
  present: string | null;
  disabledReason: string | undefined;
  busy: boolean;
  onChoose: (choice: ComponentChoice) => void;
}

/** A plan configured with sliders; sizes and price update with them. */
export const CustomPlan = ({ plan, server, present, disabledReason, busy, onChoose }: CustomPlanProps) => {
  const { t } = useTranslation();
  const { money, delta } = useMoney();
  const [positions, setPositions] = useState<Positions>({});
  const sliders = planSliders(plan, server.sizes);
  const cycle = cycleOf(server);
  const priced = sliders && priceAt(plan, sliders, positions, cycle);
  const sums = priced && 'price' in priced ? comparePrices(priced.price, present, cycle) : undefined;
  const sizes = priced && 'sizes' in priced ? priced.sizes : undefined;
  const reason = () => {
    if (disabledReason !== undefined) return disabledReason;
    if (!sliders) return t('hosting.custom.tooLarge');
    if (!sums) return t('hosting.custom.notOffered');
    return sizes && sameSizes(sizes, server.sizes) ? t('hosting.custom.unchanged') : undefined;
  };
  return (
    <Box component="article" aria-label={plan.name} className="surface" p={{ base: 'md', sm: 'lg' }}>
      <Title order={3} fz="md" mb="md">
        {t('hosting.custom.title', { plan: plan.name })}
      </Title>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <Stack gap="xl">
          {sliders?.map((slider) => (
            <SizeSlider
              key={slider.component}
              slider={slider}
              position={positions[slider.component] ?? slider.start}
              onMove={(position) => setPositions((former) => ({ ...former, [slider.component]: position }))}
            />
          ))}
        </Stack>
        <Stack gap="sm">
          {sizes && <SizeList sizes={sizes} before={server.sizes} />}
          <div role="status">
            <Text component="div" fz="xl" fw={600} lh={1.3}>
              {sums ? money(sums.monthly) : '–'}{' '}
              <Text component="span" size="xs" c="dimmed" fw={400}>
                {t('hosting.plans.perMonth')}
              </Text>
            </Text>
            {sums?.delta_monthly && (
              <Text size="xs" c="dimmed">
                {t('hosting.plans.delta', { delta: delta(sums.delta_monthly) })}
              </Text>
            )}
            {priced && 'price' in priced && cycle !== 'monthly' && (
              <Text size="xs" c="dimmed">
                {t(`hosting.plans.per.${cycle}`, { price: money(priced.price) })}
              </Text>
            )}
          </div>
          <Group>
            <DisabledWithReason reason={reason()}>
              <Button
                loading={busy}
                onClick={() => sliders && onChoose(choiceAt(sliders, positions))}
                aria-label={t('hosting.plans.chooseOf', { plan: plan.name })}
              >
                {t('hosting.plans.choose')}
              </Button>
            </DisabledWithReason>
          </Group>
        </Stack>
      </SimpleGrid>
    </Box>
  );
};

interface SizeSliderProps {
  slider: PlanSlider;
  position: number;
  onMove: (position: number) => void;
}

const SizeSlider = ({ slider: { component, min, max, sizeAt }, position, onMove }: SizeSliderProps) => {
  const { t, i18n } = useTranslation();
  const name = sizeOf[component];
  const text = (at: number) => sizeText(name, sizeAt(at), t, i18n.language);
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text size="sm" fw={600}>
          {t(`hosting.sizes.names.${name}`)}
        </Text>
        <Text size="sm" fw={600}>
          {text(position)}
        </Text>
      </Group>
      <Slider
        min={min}
        max={max}
        value={position}
        onChange={onMove}
        label={null}
        thumbLabel={t(`hosting.sizes.names.${name}`)}
        thumbValueText={text}
        thumbSize={22}
        // Half of the thumb at either end.
        mx="sm"
        disabled={min === max}
      />
      <Group justify="space-between" mt={4}>
        <Text size="xs" c="dimmed">
          {text(min)}
        </Text>
        <Text size="xs" c="dimmed">
          {text(max)}
        </Text>
      </Group>
    </div>
  );
};
