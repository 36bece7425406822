import { Group, Loader, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { runTimesMs } from '#shared/flows/hosting.ts';
import { useNow } from '../../../components/clock.ts';
import { Timestamp } from '../../../components/timestamp.tsx';
import { richText } from '../../../languages/rich-text.tsx';
import { isImmediate, type Run, runTopic } from './runs.logic.ts';
import { StepPanel, WaitingStep } from './step-parts.tsx';

/** The provider is working; the user can leave. */
export const ProgressStep = ({ run }: { run: Run }) => {
  const { t } = useTranslation();
  const now = useNow();
  const stage = run.state === 'applying' ? 'applying' : 'resizing';
  const isSlow = now - Date.parse(run.changed_at) > runTimesMs.slow;
  return (
    <StepPanel
      title={t(isImmediate(run) ? `hosting.immediate.titles.${stage}` : `hosting.progress.titles.${stage}`)}
      lead={t('hosting.progress.leave')}
    >
      <Group role="status" gap="sm" wrap="nowrap">
        <Loader size="sm" aria-hidden />
        <Text size="sm" component="div">
          {richText({ when: <Timestamp value={run.changed_at} show="relative" /> }, (marks) =>
            t('hosting.progress.since', marks),
          )}{' '}
          {t(isSlow ? 'hosting.progress.slow' : 'hosting.progress.unknown')}
        </Text>
      </Group>
    </StepPanel>
  );
};

/** A change of billing cycle, service level or power whose outcome is not yet proven. */
export const OneStepRun = ({ run }: { run: Run }) => {
  const { t } = useTranslation();
  return <WaitingStep title={runTopic(run, t)} lead={t(`hosting.changing.${run.kind}`)} />;
};
