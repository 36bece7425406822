import { Badge, Box, Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Sizes } from '#shared/flows/hosting.ts';
import { DisabledWithReason } from '../../../components/disabled-with-reason.tsx';
import { cycleOf, type Server } from '../servers/servers.logic.ts';
import { useMoney } from '../use-hosting.ts';
import { currentMonthly, isNamedAfterSizes, monthlyOf, type PriceOption } from './plans.logic.ts';
import { SizeList } from './step-parts.tsx';

interface CardProps {
  title: string;
  badge?: ReactNode;
  sizes: Sizes;
  before?: Sizes;
  /** Per month; null if unknown. */
  monthly: string | null;
  /** Below the price. */
  notes: readonly string[];
  isPresent?: boolean;
  children?: ReactNode;
}

const Card = ({ title, badge, sizes, before, monthly, notes, isPresent = false, children }: CardProps) => {
  const { t } = useTranslation();
  const { money } = useMoney();
  return (
    <Stack
      component="article"
      aria-label={title}
      className="surface plan-card"
      data-present={isPresent}
      gap="sm"
      p="md"
    >
      <Box>
        <Group justify="space-between" align="flex-start" gap="xs" wrap="nowrap">
          <Text component="div" fz="xl" fw={600} lh={1.3}>
            {monthly === null ? '–' : money(monthly)}{' '}
            <Text component="span" size="xs" c="dimmed" fw={400}>
              {t('hosting.plans.perMonth')}
            </Text>
          </Text>
          {badge}
        </Group>
        {!isNamedAfterSizes(title, sizes) && (
          <Text size="sm" fw={600} className="break-anywhere">
            {title}
          </Text>
        )}
        {notes.map((note) => (
          <Text key={note} size="xs" c="dimmed">
            {note}
          </Text>
        ))}
      </Box>
      <SizeList sizes={sizes} before={before} />
      {children && <Box mt="auto">{children}</Box>}
    </Stack>
  );
};

interface CurrentPlanCardProps {
  server: Server;
  price: string | null;
  /** What one core or GB costs, to compare plans. */
  unitPrices?: readonly string[];
}

/** The server's current plan, for comparison. */
export const CurrentPlanCard = ({ server, price, unitPrices = [] }: CurrentPlanCardProps) => {
  const { t } = useTranslation();
  const { money } = useMoney();
  const cycle = cycleOf(server);
  const notes = price !== null && cycle !== 'monthly' ? [t(`hosting.plans.per.${cycle}`, { price: money(price) })] : [];
  return (
    <Card
      title={server.product_name ?? t('hosting.plans.present')}
      badge={<Badge>{t('hosting.plans.now')}</Badge>}
      sizes={server.sizes}
      monthly={currentMonthly(server, price)}
      notes={[...notes, ...unitPrices]}
      isPresent
    />
  );
};

interface PlanCardProps {
  plan: PriceOption;
  server: Server;
  /** Price of the current plan for one cycle. */
  present: string | null;
  unitPrices?: readonly string[];
  isChosen: boolean;
  disabledReason: string | undefined;
  busy: boolean;
  onChoose: () => void;
}

export const PlanCard = ({
  plan,
  server,
  present,
  unitPrices = [],
  isChosen,
  disabledReason,
  busy,
  onChoose,
}: PlanCardProps) => {
  const { t } = useTranslation();
  const { money, delta } = useMoney();
  const cycle = cycleOf(server);
  const price = plan[cycle];
  const sums = price === null ? null : monthlyOf(price, present, cycle);
  const notes = [
    sums?.delta_monthly && t('hosting.plans.delta', { delta: delta(sums.delta_monthly) }),
    price !== null && cycle !== 'monthly' && t(`hosting.plans.per.${cycle}`, { price: money(price) }),
    ...unitPrices,
  ].filter((note) => typeof note === 'string');
  const badge = isChosen ? (
    <Badge>{t('hosting.plans.chosen')}</Badge>
  ) : (
    plan.percent > 0 && <Badge color="yellow">{t('hosting.plans.percent', { percent: plan.percent })}</Badge>
  );
  return (
    <Card
      title={plan.name}
      badge={badge}
      sizes={plan.sizes}
      before={server.sizes}
      monthly={sums?.monthly ?? null}
      notes={notes}
    >
      <DisabledWithReason reason={disabledReason}>
        <Button
          fullWidth
          variant={isChosen ? 'filled' : 'light'}
          loading={busy}
          onClick={onChoose}
          aria-label={t('hosting.plans.chooseOf', { plan: plan.name })}
        >
          {t('hosting.plans.choose')}
        </Button>
      </DisabledWithReason>
    </Card>
  );
};
