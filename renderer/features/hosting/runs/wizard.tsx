import { Box, Progress, Stack, Stepper, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Me } from '../../../api/context.tsx';
import type { Connection, Server } from '../servers/servers.logic.ts';
import { DecideStep } from './decide-step.tsx';
import { EndStep } from './end-step.tsx';
import { InvoiceStep } from './invoice-step.tsx';
import { OneStepRun } from './one-step-run.tsx';
import { PlanStep } from './plan-step.tsx';
import { ProgressStep } from './progress-step.tsx';
import { ReviewStep } from './review-step.tsx';
import { RunFoot } from './run-foot.tsx';
import { RunProblemAlert } from './run-problem-alert.tsx';
import { type Run, stepOf, steps } from './runs.logic.ts';

interface WizardProps {
  me: Me;
  server: Server;
  run: Run | undefined;
  connection: Connection | undefined;
}

/** Shows the step of the stored run. Its only local state is whether the user went back to the plans. */
export const Wizard = ({ me, server, run, connection }: WizardProps) => {
  const [goesBack, setGoesBack] = useState(false);
  const step = stepOf(run, goesBack);
  const body = () => {
    if (run === undefined) return <PlanStep me={me} server={server} run={run} onChosen={() => setGoesBack(false)} />;
    if (run.kind !== 'upgrade') return run.is_open ? <OneStepRun run={run} /> : <EndStep me={me} run={run} />;
    switch (step) {
      case 'plan':
        return <PlanStep me={me} server={server} run={run} onChosen={() => setGoesBack(false)} />;
      case 'review':
        return <ReviewStep me={me} run={run} onBack={() => setGoesBack(true)} />;
      case 'invoice':
        return <InvoiceStep me={me} run={run} connection={connection} />;
      case 'upgrade':
        return <ProgressStep run={run} />;
      case 'decide':
        return <DecideStep me={me} run={run} />;
      case 'end':
        return <EndStep me={me} run={run} />;
    }
  };
  return (
    <Stack gap="lg">
      {(run === undefined || run.kind === 'upgrade') && (
        <Steps active={step === 'end' ? steps.length : steps.indexOf(step)} />
      )}
      {run?.problem && <RunProblemAlert problem={run.problem} />}
      {body()}
      {run?.is_open && <RunFoot me={me} run={run} />}
    </Stack>
  );
};

/** A narrow window names only the current step. */
const Steps = ({ active }: { active: number }) => {
  const { t } = useTranslation();
  const shown = Math.min(active, steps.length - 1);
  const name = steps[shown] ?? 'plan';
  return (
    <>
      <Box visibleFrom="md">
        <Stepper active={active} size="sm" allowNextStepsSelect={false} aria-label={t('hosting.steps.label')}>
          {steps.map((step) => (
            <Stepper.Step key={step} label={t(`hosting.steps.${step}`)} allowStepSelect={false} tabIndex={-1} />
          ))}
        </Stepper>
      </Box>
      <Stack gap={6} hiddenFrom="md">
        <Text size="sm" fw={500}>
          {t('hosting.steps.at', { number: shown + 1, count: steps.length, name: t(`hosting.steps.${name}`) })}
        </Text>
        <Progress value={(active / steps.length) * 100} aria-label={t('hosting.steps.label')} />
      </Stack>
    </>
  );
};
