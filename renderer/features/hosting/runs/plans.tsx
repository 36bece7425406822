import { Button, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ComponentChoice } from '#shared/flows/plan-quote.ts';
import type { Server } from '../servers/servers.logic.ts';
import { UnreadableRows } from '../unreadable-rows.tsx';
import { useCapabilities } from '../use-hosting.ts';
import { CustomPlan } from './custom-plan.tsx';
import { CurrentPlanCard, PlanCard } from './plan-card.tsx';
import { PlanComparison } from './plan-comparison.tsx';
import {
  inOrder,
  isCustom,
  type PriceOption,
  planDisabledReason,
  presentPrice,
  shrinksDisk,
  type UnreadablePlan,
  unreadablePlanText,
} from './plans.logic.ts';

interface PlansProps {
  server: Server;
  options: readonly PriceOption[];
  unreadable: readonly UnreadablePlan[];
  /** Why no plan at all can be chosen now. */
  disabledReason: string | undefined;
  busy: boolean;
  chosen: number | undefined;
  onChoose: (rid: number, choice?: ComponentChoice) => void;
}

const views = ['cards', 'comparison'] as const;

/** The plans as cards or as a table to compare them, and custom plans below. */
export const Plans = ({ server, options, unreadable, disabledReason, busy, chosen, onChoose }: PlansProps) => {
  const { t } = useTranslation();
  const { serviceLevels } = useCapabilities();
  const [view, setView] = useState<(typeof views)[number]>('cards');
  const present = presentPrice(options, server);
  const ordered = inOrder(options);
  const fixed = ordered.filter((plan) => !isCustom(plan) && !plan.current);
  const [showsSmaller, setShowsSmaller] = useState(false);
  const smaller = fixed.filter((plan) => shrinksDisk(plan, server));
  const possible = fixed.filter((plan) => !shrinksDisk(plan, server));
  const reasonOf = (plan: PriceOption) => planDisabledReason(plan, server, t) ?? disabledReason;
  const card = (plan: PriceOption) => (
    <PlanCard
      key={plan.rid}
      plan={plan}
      server={server}
      present={present}
      isChosen={plan.rid === chosen}
      disabledReason={reasonOf(plan)}
      busy={busy}
      onChoose={() => onChoose(plan.rid)}
    />
  );
  return (
    <Stack gap="lg">
      <UnreadableRows
        title={t('hosting.plans.unreadable.title', { count: unreadable.length })}
        texts={unreadable.map((plan) => unreadablePlanText(plan, t))}
      />
      {serviceLevels && server.managed === null && (
        <Text size="sm" c="dimmed">
          {t('hosting.plans.unknownLevel')}
        </Text>
      )}
      {fixed.length > 0 && (
        <SegmentedControl
          aria-label={t('hosting.compare.view')}
          data={views.map((value) => ({ value, label: t(`hosting.compare.views.${value}`) }))}
          value={view}
          onChange={setView}
          transitionDuration={0}
          w="fit-content"
        />
      )}
      {view === 'comparison' ? (
        <PlanComparison
          server={server}
          options={ordered}
          present={present}
          chosen={chosen}
          reasonOf={reasonOf}
          busy={busy}
          onChoose={onChoose}
        />
      ) : (
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3, xl: 4 }}>
          <CurrentPlanCard server={server} price={present} />
          {possible.map(card)}
        </SimpleGrid>
      )}
      {view === 'cards' && smaller.length > 0 && (
        <Stack gap="md">
          <Button
            variant="subtle"
            size="compact-sm"
            w="fit-content"
            aria-expanded={showsSmaller}
            onClick={() => setShowsSmaller(!showsSmaller)}
          >
            {t(showsSmaller ? 'hosting.plans.smaller.hide' : 'hosting.plans.smaller.show', { count: smaller.length })}
          </Button>
          {showsSmaller && <SimpleGrid cols={{ base: 1, xs: 2, md: 3, xl: 4 }}>{smaller.map(card)}</SimpleGrid>}
        </Stack>
      )}
      {ordered.filter(isCustom).map((plan) => (
        <CustomPlan
          key={plan.rid}
          plan={plan}
          server={server}
          present={present}
          disabledReason={reasonOf(plan)}
          busy={busy}
          onChoose={(choice) => onChoose(plan.rid, choice)}
        />
      ))}
    </Stack>
  );
};
