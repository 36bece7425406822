import { Badge, Box, Button, Group, NativeSelect, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable, SortableTh, type SortState } from '../../../components/data-table.tsx';
import { DisabledWithReason } from '../../../components/disabled-with-reason.tsx';
import type { Server } from '../servers/servers.logic.ts';
import { sizesText } from '../servers/sizes.logic.ts';
import { useMoney } from '../use-hosting.ts';
import { CurrentPlanCard, PlanCard } from './plan-card.tsx';
import {
  type ComparedBy,
  type ComparedPlan,
  comparedBy,
  comparePlans,
  sortPlans,
  unitDecimals,
  units,
} from './plan-comparison.logic.ts';
import type { PriceOption } from './plans.logic.ts';

interface PlanComparisonProps {
  server: Server;
  options: readonly PriceOption[];
  /** Price of the current plan for one cycle. */
  present: string | null;
  chosen: number | undefined;
  reasonOf: (plan: PriceOption) => string | undefined;
  busy: boolean;
  onChoose: (rid: number) => void;
}

/** Plans by price, in total and per core and GB. A phone shows them as cards. */
export const PlanComparison = (props: PlanComparisonProps) => {
  const { server, options } = props;
  const [sort, setSort] = useState<SortState<ComparedBy>>({ key: 'monthly', descending: false });
  const plans = sortPlans(comparePlans(options, server), sort);
  return (
    <>
      <Box visibleFrom="md" className="plan-comparison">
        <ComparisonTable {...props} plans={plans} sort={sort} onSort={setSort} />
      </Box>
      <Stack hiddenFrom="md">
        <SortChoice sort={sort} onSort={setSort} />
        {plans.map((compared) => (
          <ComparedCard key={compared.plan?.rid ?? 'current'} {...props} compared={compared} />
        ))}
      </Stack>
    </>
  );
};

interface SortProps {
  sort: SortState<ComparedBy>;
  onSort: (sort: SortState<ComparedBy>) => void;
}

const ComparisonTable = ({
  plans,
  sort,
  onSort,
  ...props
}: PlanComparisonProps & SortProps & { plans: ComparedPlan[] }) => {
  const { t } = useTranslation();
  return (
    <DataTable
      label={t('hosting.compare.title')}
      head={
        <>
          <Table.Th w="28%">{t('hosting.compare.plan')}</Table.Th>
          {comparedBy.map((by) => (
            <SortableTh key={by} by={by} sort={sort} onSort={onSort} align="right">
              {t(`hosting.compare.by.${by}`)}
            </SortableTh>
          ))}
          <Table.Th ta="right">{t('hosting.compare.difference')}</Table.Th>
          <Table.Th aria-label={t('hosting.compare.choice')} />
        </>
      }
    >
      {plans.map((compared) => (
        <ComparedRow key={compared.plan?.rid ?? 'current'} {...props} compared={compared} />
      ))}
    </DataTable>
  );
};

type ComparedProps = PlanComparisonProps & { compared: ComparedPlan };

const ComparedRow = ({ compared, server, chosen, reasonOf, busy, onChoose }: ComparedProps) => {
  const { t, i18n } = useTranslation();
  const { money, delta, unitPrice } = useMoney();
  const { plan, sizes, monthly, delta: difference, unitPrices } = compared;
  const name = plan?.name ?? server.product_name ?? t('hosting.plans.present');
  const isChosen = plan !== undefined && plan.rid === chosen;
  return (
    <Table.Tr data-current={plan === undefined || undefined}>
      <Table.Td>
        <Group gap="xs" wrap="nowrap">
          <Text size="sm" fw={600} className="break-anywhere" title={sizesText(sizes, t, i18n.language)}>
            {name}
          </Text>
          {plan === undefined && <Badge>{t('hosting.plans.now')}</Badge>}
          {isChosen && <Badge>{t('hosting.plans.chosen')}</Badge>}
        </Group>
      </Table.Td>
      <Table.Td ta="right" className="figures">
        {monthly === null ? '–' : money(monthly)}
      </Table.Td>
      {units.map((unit) => (
        <Table.Td key={unit} ta="right" className="figures">
          {unitPrices[unit] === null ? '–' : unitPrice(unitPrices[unit], unitDecimals[unit])}
        </Table.Td>
      ))}
      <Table.Td ta="right" className="figures">
        {difference === null ? '–' : delta(difference)}
      </Table.Td>
      <Table.Td ta="right">
        {plan && (
          <DisabledWithReason reason={reasonOf(plan)}>
            <Button
              size="compact-sm"
              variant={isChosen ? 'filled' : 'light'}
              loading={busy}
              onClick={() => onChoose(plan.rid)}
              aria-label={t('hosting.plans.chooseOf', { plan: plan.name })}
            >
              {t('hosting.plans.choose')}
            </Button>
          </DisabledWithReason>
        )}
      </Table.Td>
    </Table.Tr>
  );
};

/** The same on a phone. */
const ComparedCard = ({ compared, server, present, chosen, reasonOf, busy, onChoose }: ComparedProps) => {
  const { t } = useTranslation();
  const { unitPrice } = useMoney();
  const { plan, unitPrices } = compared;
  const notes = units.flatMap((unit) => {
    const price = unitPrices[unit];
    return price === null ? [] : [t(`hosting.compare.per.${unit}`, { price: unitPrice(price, unitDecimals[unit]) })];
  });
  if (!plan) return <CurrentPlanCard server={server} price={present} unitPrices={notes} />;
  return (
    <PlanCard
      plan={plan}
      server={server}
      present={present}
      unitPrices={notes}
      isChosen={plan.rid === chosen}
      disabledReason={reasonOf(plan)}
      busy={busy}
      onChoose={() => onChoose(plan.rid)}
    />
  );
};

const SortChoice = ({ sort, onSort }: SortProps) => {
  const { t } = useTranslation();
  return (
    <NativeSelect
      label={t('hosting.compare.sort')}
      value={sort.key}
      data={comparedBy.map((value) => ({ value, label: t(`hosting.compare.by.${value}`) }))}
      onChange={({ currentTarget: { value } }) => {
        const key = comparedBy.find((by) => by === value);
        if (key) onSort({ key, descending: false });
      }}
    />
  );
};
