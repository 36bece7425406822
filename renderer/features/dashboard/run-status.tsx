import { Badge, Group, Menu, Text, UnstyledButton } from '@mantine/core';
import { IconServerBolt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { second } from '#shared/limits.ts';
import { may } from '#shared/permissions.ts';
import { useTRPC } from '../../api/context.tsx';
import type { Me } from '../../api/me.ts';
import { MenuItemLink } from '../../components/router-link.tsx';
import { paths } from '../../paths.ts';
import { runsToShow, runTone } from './run-status.rules.ts';

/** How often the header looks for runs, here and of others. */
const every = 20 * second;
/** More than these do not fit into a menu. */
const few = 8;

/** Upgrades under way, on every screen; nothing where there are none. */
export const RunStatus = ({ me }: { me: Me }) => (may(me.role, 'hosting.read') ? <Runs /> : null);

const useRuns = (show: 'open' | 'attention') =>
  useQuery(
    useTRPC().hosting.listUpgradeRuns.queryOptions(
      { show, limit: few },
      { refetchInterval: every, trpc: { context: { background: true } } },
    ),
  ).data?.runs ?? [];

const Runs = () => {
  const { t } = useTranslation();
  const runs = runsToShow(useRuns('open'), useRuns('attention'));
  const [first] = runs;
  if (!first) return null;
  return (
    <Menu width={300}>
      <Menu.Target>
        <UnstyledButton className="run-status" aria-label={t('shell.runs', { count: runs.length })}>
          <Badge
            size="lg"
            color={runs.map(runTone).includes('orange') ? 'orange' : runTone(first)}
            leftSection={<IconServerBolt size={16} aria-hidden />}
            aria-hidden
          >
            <Group gap={6} wrap="nowrap">
              <Text component="span" inherit visibleFrom="md" truncate maw={220}>
                {t('shell.run', { server: first.server_label, state: t(`hosting.states.${first.state}`) })}
              </Text>
              <Text component="span" inherit {...(runs.length === 1 && { hiddenFrom: 'md' })}>
                {runs.length}
              </Text>
            </Group>
          </Badge>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('shell.runs', { count: runs.length })}</Menu.Label>
        {runs.map((run) => (
          <MenuItemLink key={run.run_id} {...paths.upgrade(run.serviceid)}>
            <Text size="sm" fw={500} className="break-anywhere">
              {run.server_label}
            </Text>
            <Text size="xs" c="dimmed">
              {t(`hosting.states.${run.state}`)}
            </Text>
          </MenuItemLink>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
