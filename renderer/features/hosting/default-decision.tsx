import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Decision, decisions } from '#shared/hosting.ts';
import { useTRPCClient } from '../../api/context.tsx';
import type { Me } from '../../api/me.ts';
import { actionDisabledReason, type Run } from './runs.logic.ts';
import type { useRunSteps } from './use-run.ts';

interface DefaultDecisionProps {
  me: Me;
  run: Run;
  /** Of the step around it, which must not be taken while this is stored. */
  take: ReturnType<typeof useRunSteps>['take'];
}

/** What becomes of an upgrade when nobody decides: chosen before, applied before the provider decides by itself. */
export const DefaultDecision = ({ me, run, take }: DefaultDecisionProps) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  /** Shown at once, until the service has answered. */
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
