import { Box, Button, Radio, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCheck, IconRotate2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Decision, decisions } from '#shared/flows/hosting.ts';
import { second } from '#shared/rules/limits.ts';
import { type Me, useTRPCClient } from '../../../api/context.tsx';
import { useNow } from '../../../components/clock.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { zoneName } from '../../../components/dates.ts';
import { DisabledWithReason } from '../../../components/disabled-with-reason.tsx';
import { Timestamp } from '../../../components/timestamp.tsx';
import { richText } from '../../../languages/rich-text.tsx';
import { actionDisabledReason, countdown, type Run } from './runs.logic.ts';
import { SizeList, StepPanel, WaitingStep } from './step-parts.tsx';
import { useRunSteps } from './use-run.ts';

/** The server runs at its new size and waits for confirm or revert (seed 001 §3, RESIZED). */
export const DecideStep = ({ me, run }: { me: Me; run: Run }) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const { take, carryOut } = useRunSteps(run.serviceid);
  const [confirming, confirm] = useDisclosure();
  const [reverting, revert] = useDisclosure();
  const { serviceid: serviceId, state, plan } = run;
  if (state !== 'resized') {
    const deciding = state === 'reverting' ? 'reverting' : 'confirming';
    return <WaitingStep title={t(`hosting.decide.call.${deciding}`)} lead={t('hosting.decide.unproven')} />;
  }
  return (
    <StepPanel
      title={t('hosting.decide.title')}
      lead={t('hosting.decide.lead', { server: run.server_label })}
      actions={
        <>
          <DisabledWithReason reason={actionDisabledReason(me, run, 'confirm', t)}>
            <Button leftSection={<IconCheck size={18} aria-hidden />} onClick={confirm.open}>
              {t('hosting.decide.confirm')}
            </Button>
          </DisabledWithReason>
          <DisabledWithReason reason={actionDisabledReason(me, run, 'revert', t)}>
            <Button
              variant="outline"
              color="red"
              leftSection={<IconRotate2 size={18} aria-hidden />}
              onClick={revert.open}
            >
              {t('hosting.decide.revert.action')}
            </Button>
          </DisabledWithReason>
        </>
      }
    >
      {run.decide_at && <Countdown run={run} until={run.decide_at} zone={zoneName(me.preferences.timezone)} />}
      {plan && (
        <Box maw={460}>
          <SizeList sizes={plan.sizes} before={run.before} />
        </Box>
      )}
      <DefaultDecision me={me} run={run} take={take} />
      <ConfirmDialog
        opened={confirming}
        onClose={confirm.close}
        title={t('hosting.decide.keep.title')}
        consequences={[t('hosting.decide.keep.size'), t('hosting.decide.keep.forGood')]}
        acknowledged={{ label: t('hosting.decide.keep.checked'), reason: t('hosting.decide.keep.checkFirst') }}
        action={t('hosting.decide.confirm')}
        // Nothing is lost: what can't be taken back is what they wanted.
        isReversible
        onConfirm={() => carryOut(() => client.hosting.confirmUpgrade.mutate({ serviceid: serviceId }))}
      />
      <ConfirmDialog
        opened={reverting}
        onClose={revert.close}
        title={t('hosting.decide.revert.title')}
        consequences={[
          t('hosting.decide.revert.size'),
          t('hosting.decide.revert.reboot'),
          t('hosting.decide.revert.paid'),
        ]}
        action={t('hosting.decide.revert.action')}
        onConfirm={() => carryOut(() => client.hosting.revertUpgrade.mutate({ serviceid: serviceId }))}
      />
    </StepPanel>
  );
};

const Countdown = ({ run, until, zone }: { run: Run; until: string; zone: string }) => {
  const { t } = useTranslation();
  const now = useNow(second);
  return (
    <div className="sum-tile">
      <Text size="xs" c="dimmed" fw={600}>
        {t(`hosting.decide.in.${run.default_decision ?? 'nothing'}`)}
      </Text>
      <Text role="timer" fz="xl" fw={600} lh={1.3} className="figures">
        {countdown(until, now)}
      </Text>
      <Text size="xs" c="dimmed" component="div">
        {richText({ when: <Timestamp value={until} show="absolute" /> }, (marks) =>
          t(run.default_decision === null ? 'hosting.decide.until' : 'hosting.decide.at', { ...marks, zone }),
        )}
      </Text>
    </div>
  );
};

interface DefaultDecisionProps {
  me: Me;
  run: Run;
  /** Disables the surrounding step while the decision is being saved. */
  take: ReturnType<typeof useRunSteps>['take'];
}

/** What happens to an upgrade if no one decides: nothing, unless it was chosen in advance. */
export const DefaultDecision = ({ me, run, take }: DefaultDecisionProps) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  /** Optimistic: shown right away, until the service answers. */
  const [wished, setWished] = useState<Decision>();
  const disabledReason = actionDisabledReason(me, run, 'set_default', t);
  const choose = async (decision: Decision) => {
    setWished(decision);
    await take('decide', () => client.hosting.setUpgradeDefault.mutate({ run_id: run.run_id, decision }));
    setWished(undefined);
  };
  return (
    <Radio.Group
      label={t('hosting.default.label')}
      description={disabledReason ?? t('hosting.default.hint')}
      // Nothing is selected as long as no one has chosen.
      value={wished ?? run.default_decision ?? ''}
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
