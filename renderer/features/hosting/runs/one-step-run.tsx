import { Group, Loader, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Run, runTopic } from './runs.logic.ts';
import { StepPanel } from './step-panel.tsx';

/** A change of billing cycle or service level whose outcome is not yet proven. */
export const OneStepRun = ({ run }: { run: Run }) => {
  const { t } = useTranslation();
  return (
    <StepPanel title={runTopic(run, t)} lead={t(`hosting.changing.${run.kind}`)}>
      <Group role="status">
        <Loader size="sm" aria-hidden />
        <Text size="sm">{t('hosting.ordering.wait')}</Text>
      </Group>
    </StepPanel>
  );
};
