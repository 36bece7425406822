import { Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { decisions } from '#shared/hosting.ts';
import { useTRPCClient } from '../../api/context.tsx';
import type { Me } from '../../api/me.ts';
import { actionRefusal, type Run } from './runs.rules.ts';
import { useRunSteps } from './use-run.ts';

/** What becomes of an upgrade when nobody decides: chosen before, applied before the provider decides by itself. */
export const DefaultDecision = ({ me, run }: { me: Me; run: Run }) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const { take, pending } = useRunSteps(run.serviceid);
  const refusal = actionRefusal(me.role, run, 'set_default', t);
  return (
    <Radio.Group
      label={t('hosting.default.label')}
      description={refusal ?? t('hosting.default.hint')}
      value={run.default_decision}
      onChange={(value) => {
        const decision = decisions.find((name) => name === value);
        if (!decision || decision === run.default_decision || refusal !== undefined) return;
        void take('decide', () => client.hosting.setUpgradeDefault.mutate({ run_id: run.run_id, decision }));
      }}
    >
      <Stack gap="xs" mt="xs">
        {decisions.map((decision) => (
          <Radio
            key={decision}
            value={decision}
            label={t(`hosting.default.${decision}`)}
            disabled={refusal !== undefined || pending !== undefined}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
};
