import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Decision, decisions } from '#shared/hosting.ts';
import { type Me, useTRPCClient } from '../../../api/context.tsx';
import { actionDisabledReason, type Run } from './runs.logic.ts';
import type { useRunSteps } from './use-run.ts';

interface DefaultDecisionProps {
  me: Me;
  run: Run;
  /** Disables the surrounding step while the decision is being saved. */
  take: ReturnType<typeof useRunSteps>['take'];
}

/** What happens to an upgrade if nobody decides: chosen in advance, applied before the provider auto-confirms. */
export const DefaultDecision = ({ me, run, take }: DefaultDecisionProps) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  /** Optimistic: shown right away, until the service answers. */
  const [wished, setWished] = useState<Decision>();
  const disabledReason = actionDisabledReason(me.role, run, 'set_default', t);
  const choose = async (decision: Decision) => {
    setWished(decision);
    await take('decide', () => client.hosting.setUpgradeDefault.mutate({ run_id: run.run_id, decision }));
    setWished(undefined);
  };
  return (
    <Radio.Group
      label={t('hosting.default.label')}
      description={disabledReason ?? t('hosting.default.hint')}
      value={wished ?? run.default_decision}
      onChange={(value) => {
        const decision = decisions.find((name) => name === value);
        if (decision && disabledReason === undefined) void choose(decision);
      }}
    >
      <Stack gap="xs" mt="xs">
        {decisions.map((decision) => (
          <Radio
            key={decision}
            value={decision}
            label={t(`hosting.default.${decision}`)}
            disabled={disabledReason !== undefined}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
};
