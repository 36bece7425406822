import { Anchor, Box, Button, Text, ThemeIcon } from '@mantine/core';
import { IconCheck, IconRotate2, IconX } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPCClient } from '../../../api/context.tsx';
import { DisabledWithReason } from '../../../components/disabled-with-reason.tsx';
import { ButtonLink } from '../../../components/router-link.tsx';
import type { Translate } from '../../../languages/translate.ts';
import { paths } from '../../../paths.ts';
import { manageDisabledReason } from '../servers/servers.logic.ts';
import { useConnection, useMoney } from '../use-hosting.ts';
import { invoiceUrl, isImmediate, newCost, type Run, runColor, runTopic } from './runs.logic.ts';
import { SizeList, StepPanel, SumTiles } from './step-parts.tsx';
import { useRunSteps } from './use-run.ts';

const icons = {
  confirmed: IconCheck,
  changed: IconCheck,
  reverted: IconRotate2,
  failed: IconX,
  cancelled: IconX,
  closed: IconX,
} as const;

type EndState = keyof typeof icons;
const endOf = ({ state }: Run): EndState => (state in icons ? (state as EndState) : 'closed');

/** What the end of a run means. A cost that isn't known yet follows. */
const endText = (run: Run, t: Translate): string => {
  const end = endOf(run);
  if (end === 'confirmed' && isImmediate(run)) return t('hosting.immediate.done');
  const text = t(`hosting.ends.${end}.text`);
  const hasNewCost = (end === 'confirmed' || end === 'changed') && run.kind !== 'power';
  return hasNewCost && run.cost_after === null ? `${text} ${t('hosting.ends.costLater')}` : text;
};

/** How a run ended; shown until an authorized user acknowledges it. */
export const EndStep = ({ me, run }: { me: Me; run: Run }) => {
  const { t } = useTranslation();
  const { money } = useMoney();
  const client = useTRPCClient();
  const navigate = useNavigate();
  const { take, pending } = useRunSteps(run.serviceid);
  const end = endOf(run);
  const Icon = icons[end];
  const after = newCost(run);
  const connection = useConnection();
  const invoice = connection && run.order ? invoiceUrl(connection, run.order) : undefined;
  const note = async () => {
    const noted = await take('seen', () => client.hosting.markUpgradeRunSeen.mutate({ run_id: run.run_id }));
    if (noted) await navigate(paths.hosting);
  };
  return (
    <StepPanel
      title={t(`hosting.ends.${end}.title`, { server: run.server_label, topic: runTopic(run, t) })}
      icon={
        <ThemeIcon size={44} radius="xl" variant="light" color={runColor(run)} aria-hidden>
          <Icon size={24} />
        </ThemeIcon>
      }
      lead={endText(run, t)}
      actions={
        <>
          <DisabledWithReason reason={manageDisabledReason(me, t)}>
            <Button loading={pending === 'seen'} onClick={() => void note()}>
              {t('hosting.ends.done')}
            </Button>
          </DisabledWithReason>
          <ButtonLink {...paths.hosting} search={{ tab: 'costs' }} variant="default">
            {t('hosting.ends.costs')}
          </ButtonLink>
        </>
      }
    >
      {after !== undefined && (
        <SumTiles
          tiles={[
            { label: t('hosting.ends.before'), value: money(run.cost_before), detail: t('hosting.plans.perMonth') },
            { label: t('hosting.ends.after'), value: money(after), detail: t('hosting.plans.perMonth') },
          ]}
        />
      )}
      {end === 'changed' && run.kind !== 'upgrade' && run.kind !== 'power' && (
        <Text size="sm">
          {run.order?.invoiceid
            ? t('hosting.ends.invoice', {
                number: run.order.invoiceid,
                total: run.order.total === null ? '–' : money(run.order.total, run.order.currency),
              })
            : t('hosting.ends.noInvoice')}
          {invoice !== undefined && (
            <>
              {' '}
              <Anchor href={invoice} target="_blank" rel="noreferrer" underline="always" inherit>
                {t('hosting.invoice.open')}
              </Anchor>
            </>
          )}
        </Text>
      )}
      {end === 'confirmed' && run.plan && (
        <Box maw={460}>
          <SizeList sizes={run.plan.sizes} before={run.before} />
        </Box>
      )}
    </StepPanel>
  );
};
