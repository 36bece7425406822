import '../hosting.css';
import { Alert, Box, Progress, Skeleton, Stack, Stepper, Text } from '@mantine/core';
import { IconAlertTriangle, IconServer } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { capabilitiesOf, defaultProvider } from '#shared/flows/hosting-providers.ts';
import { type Me, useMe, useTRPC } from '../../../api/context.tsx';
import { Missing } from '../../../components/missing.tsx';
import { Page } from '../../../components/page.tsx';
import { presentIn, QueryBoundary } from '../../../components/query-boundary.tsx';
import { AnchorLink } from '../../../components/router-link.tsx';
import { Timestamp } from '../../../components/timestamp.tsx';
import { richText } from '../../../languages/rich-text.tsx';
import { paths, patterns } from '../../../paths.ts';
import { ExperimentalNotice, SandboxNotice } from '../connection-notices.tsx';
import { type Connection, isExpectedStatus, type Server } from '../servers/servers.logic.ts';
import { useConnection } from '../use-hosting.ts';
import { DecideStep } from './decide-step.tsx';
import { EndStep } from './end-step.tsx';
import { InvoiceStep } from './invoice-step.tsx';
import { PlanStep } from './plan-step.tsx';
import { OneStepRun, ProgressStep } from './progress-step.tsx';
import { ReviewStep } from './review-step.tsx';
import { RunApproval } from './run-approval.tsx';
import { RunFoot } from './run-foot.tsx';
import { problemText, type Run, type RunProblem, type Step, shownRun, stepOf, stepsOf } from './runs.logic.ts';
import { useLatestRun } from './use-run.ts';

/** One server's upgrade, from browsing plans to the end. The user can leave and resume later. */
export const UpgradePage = () => {
  const { t } = useTranslation();
  const me = useMe();
  const { serviceId } = useParams({ from: `/shell${patterns.upgrade}` });
  const query = useQuery(useTRPC().hosting.getServer.queryOptions({ serviceid: serviceId }));
  const runs = useLatestRun(serviceId);
  const connection = useConnection();
  const kind = shownRun(runs.data?.runs[0])?.kind ?? 'upgrade';
  const server = presentIn(query);
  return (
    <Page
      title={server ? t(`hosting.upgrade.titles.${kind}`, { server: server.label }) : t('hosting.upgrade.title')}
      back={
        <AnchorLink {...paths.hosting} size="sm">
          {t('hosting.upgrade.back')}
        </AnchorLink>
      }
    >
      <Stack gap="lg">
        <SandboxNotice connection={connection} />
        {connection && <ExperimentalNotice provider={connection.provider} />}
        <QueryBoundary
          state={query}
          subject={t('hosting.upgrade.what')}
          loading={<Skeleton h={320} />}
          missing={
            <Missing
              icon={<IconServer />}
              title={t('errors.SERVER_NOT_FOUND')}
              list={paths.hosting}
              back={t('hosting.upgrade.missing.back')}
            />
          }
        >
          {(server) => (
            <QueryBoundary state={runs} subject={t('hosting.upgrade.runs')} loading={<Skeleton h={320} />}>
              {({ runs: [latest] }) => (
                <Wizard me={me} server={server} run={shownRun(latest)} connection={connection} />
              )}
            </QueryBoundary>
          )}
        </QueryBoundary>
      </Stack>
    </Page>
  );
};

interface WizardProps {
  me: Me;
  server: Server;
  run: Run | undefined;
  connection: Connection | undefined;
}

/** Shows the step of the stored run. Its only local state is whether the user went back to the plans. */
const Wizard = ({ me, server, run, connection }: WizardProps) => {
  const { t } = useTranslation();
  const [goesBack, setGoesBack] = useState(false);
  const step = stepOf(run, goesBack);
  const steps = stepsOf(capabilitiesOf(run?.provider ?? connection?.provider ?? defaultProvider).changes);
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
        <Steps steps={steps} active={step === 'end' ? steps.length : steps.indexOf(step)} />
      )}
      {run?.is_open && !isExpectedStatus(server) && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
          {t('hosting.upgrade.status', { status: server.status })}
        </Alert>
      )}
      {run && <RunApproval run={run} />}
      {run?.problem && <RunProblemAlert problem={run.problem} />}
      {body()}
      {run?.is_open && <RunFoot me={me} run={run} />}
    </Stack>
  );
};

/** A narrow window names only the current step. */
const Steps = ({ steps, active }: { steps: readonly Step[]; active: number }) => {
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
      <Stack gap="xs" hiddenFrom="md">
        <Text size="sm" fw={600}>
          {t('hosting.steps.at', { number: shown + 1, count: steps.length, name: t(`hosting.steps.${name}`) })}
        </Text>
        <Progress value={(active / steps.length) * 100} aria-label={t('hosting.steps.label')} />
      </Stack>
    </>
  );
};

/** Why a run is stuck, with the provider's own message, and what to do. */
const RunProblemAlert = ({ problem }: { problem: RunProblem }) => {
  const { t } = useTranslation();
  const { title, advice } = problemText(problem, t);
  return (
    <Alert color="orange" role="alert" title={title} icon={<IconAlertTriangle aria-hidden />}>
      <Stack gap={4}>
        {problem.message !== null && (
          <Text size="sm" className="break-anywhere">
            {t('hosting.problem.said', { message: problem.message })}
          </Text>
        )}
        <Text size="sm">{advice}</Text>
        <Text size="xs" c="dimmed" component="div">
          {richText({ when: <Timestamp value={problem.at} show="relative" /> }, (marks) =>
            t('hosting.problem.at', marks),
          )}
        </Text>
      </Stack>
    </Alert>
  );
};
