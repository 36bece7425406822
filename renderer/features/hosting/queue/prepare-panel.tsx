import { Alert, Button, Checkbox, Group, List, NativeSelect, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxQueueLength } from '#shared/flows/upgrade-queue.ts';
import { type Me, useTRPC, useTRPCClient } from '../../../api/context.tsx';
import { failureOf } from '../../../api/problem.ts';
import { DisabledWithReason } from '../../../components/disabled-with-reason.tsx';
import { failureText } from '../../../components/failure.logic.ts';
import { Section } from '../../../components/page.tsx';
import { QueryBoundary } from '../../../components/query-boundary.tsx';
import type { Translate } from '../../../languages/translate.ts';
import { patterns } from '../../../paths.ts';
import { inOrder, isCustom } from '../runs/plans.logic.ts';
import { changeDisabledReason, cycleOf, manageDisabledReason, type Server } from '../servers/servers.logic.ts';
import { sizesText } from '../servers/sizes.logic.ts';
import { useAllServers, useMoney, useRefreshHosting } from '../use-hosting.ts';

/** As tall as the line that says that there are none. */
const LineToCome = () => (
  <Skeleton>
    <Text size="sm">{'\u00a0'}</Text>
  </Skeleton>
);

/** Why no server can be chosen. */
const noneText = (servers: number, isConnected: boolean, t: Translate): string => {
  if (servers > 0) return t('hosting.queue.prepare.none');
  return t(isConnected ? 'hosting.queue.prepare.noServers' : 'hosting.queue.prepare.notConnected');
};

/** Gives several servers the same plan, to review them together. Nothing is ordered yet. */
export const PreparePanel = ({ me }: { me: Me }) => {
  const { t, i18n } = useTranslation();
  const { money } = useMoney();
  const client = useTRPCClient();
  const refresh = useRefreshHosting();
  const list = useAllServers();
  // Without any, it says only what is known of them.
  const servers = list.data?.servers ?? [];
  const { servers: selected } = useSearch({ from: `/shell${patterns.upgrades}` });
  const [chosen, setChosen] = useState<readonly string[]>(() => selected?.split(',') ?? []);
  const [rid, setRid] = useState('');
  const [at, setAt] = useState<number>();
  const [failures, setFailures] = useState<readonly string[]>([]);
  const possible = servers.filter((server) => changeDisabledReason(me, server, t) === undefined);
  const picked = possible.filter(({ serviceid }) => chosen.includes(serviceid)).slice(0, maxQueueLength);
  const [first] = picked;
  const isAll = picked.length === Math.min(possible.length, maxQueueLength);
  const plans = usePlans(first);
  const reason =
    manageDisabledReason(me, t) ??
    (picked.length === 0
      ? t('hosting.queue.prepare.noServer')
      : rid === ''
        ? t('hosting.refusals.no_plan')
        : undefined);

  const prepare = async () => {
    const refused: string[] = [];
    setFailures([]);
    for (const [index, { serviceid, label }] of picked.entries()) {
      setAt(index);
      try {
        const { run_id, state } = await client.hosting.startUpgradeRun.mutate({ serviceid });
        // An order that was pending already is continued on the server's own page.
        if (state !== 'choosing') refused.push(t('hosting.queue.prepare.pending', { server: label }));
        else await choose(run_id);
      } catch (error) {
        const { detail } = failureText(failureOf(error), t);
        refused.push(t('hosting.queue.prepare.refused', { server: label, reason: detail }));
      }
    }
    setAt(undefined);
    setChosen([]);
    setFailures(refused);
    await refresh();
  };
  /** A run without a plan would stay behind, so it is cancelled. */
  const choose = async (run_id: string) => {
    try {
      await client.hosting.chooseUpgradePlan.mutate({ run_id, rid: Number(rid) });
    } catch (error) {
      await client.hosting.cancelUpgradeRun.mutate({ run_id });
      throw error;
    }
  };

  return (
    <Section title={t('hosting.queue.prepare.title')} lead={t('hosting.queue.prepare.lead')}>
      <Stack>
        {possible.length === 0 && (
          <QueryBoundary state={list} subject={t('hosting.servers.what')} loading={<LineToCome />}>
            {({ connection }) => <Text size="sm">{noneText(servers.length, connection !== null, t)}</Text>}
          </QueryBoundary>
        )}
        {possible.length > 1 && (
          <Checkbox
            fw={600}
            label={t('hosting.queue.prepare.all', { count: Math.min(possible.length, maxQueueLength) })}
            checked={isAll}
            indeterminate={picked.length > 0 && !isAll}
            onChange={() => setChosen(isAll ? [] : possible.map(({ serviceid }) => serviceid))}
          />
        )}
        <Checkbox.Group
          label={t('hosting.queue.prepare.servers')}
          value={[...chosen]}
          onChange={setChosen}
          hidden={possible.length === 0}
        >
          <Stack gap="xs" mt="xs">
            {possible.map((server) => (
              <Checkbox
                key={server.serviceid}
                value={server.serviceid}
                label={server.label}
                description={[
                  sizesText(server.sizes, t, i18n.language),
                  t('hosting.plans.per.monthly', { price: money(server.approximate_cost) }),
                ].join(' · ')}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        {first && (
          <NativeSelect
            label={t('hosting.queue.prepare.plan')}
            description={t('hosting.queue.prepare.planHint', { server: first.label })}
            maw={460}
            value={rid}
            onChange={({ currentTarget }) => setRid(currentTarget.value)}
            data={[{ value: '', label: t('hosting.queue.prepare.choose') }, ...plans]}
          />
        )}
        {failures.length > 0 && (
          <Alert color="orange" title={t('hosting.queue.prepare.failed')} icon={<IconAlertTriangle aria-hidden />}>
            <List size="sm">
              {failures.map((text) => (
                <List.Item key={text}>{text}</List.Item>
              ))}
            </List>
          </Alert>
        )}
        <Group>
          <DisabledWithReason reason={at === undefined ? reason : undefined}>
            <Button variant="default" loading={at !== undefined} onClick={() => void prepare()}>
              {t('hosting.queue.prepare.action')}
            </Button>
          </DisabledWithReason>
          {at !== undefined && (
            <Text size="sm" role="status">
              {t('hosting.queue.prepare.progress', { number: at + 1, total: picked.length })}
            </Text>
          )}
        </Group>
      </Stack>
    </Section>
  );
};

/** The fixed plans of a server's price list. Those of the others may differ: each is checked with its own. */
const usePlans = (server: Server | undefined): { value: string; label: string }[] => {
  const { t } = useTranslation();
  const { money } = useMoney();
  const { data } = useQuery(
    useTRPC().hosting.getPriceList.queryOptions(
      {
        serviceid: server?.serviceid ?? '',
        managed: server?.managed === true ? 1 : 0,
        ...(server && server.drive_type !== null && { drive_type: server.drive_type }),
      },
      { enabled: server !== undefined },
    ),
  );
  if (!server) return [];
  return inOrder(data?.price_options ?? [])
    .filter((plan) => !isCustom(plan) && !plan.current && plan[cycleOf(server)] !== null)
    .map((plan) => ({
      value: String(plan.rid),
      label: `${plan.name} – ${t(`hosting.plans.per.${cycleOf(server)}`, { price: money(plan[cycleOf(server)] ?? '0') })}`,
    }));
};
