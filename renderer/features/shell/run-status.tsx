import { Badge, Box, Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconServerBolt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { may } from '#shared/rules/permissions.ts';
import { type Me, useTRPC } from '../../api/context.tsx';
import { useNow } from '../../components/clock.ts';
import { DropdownMenu, MenuItemLink } from '../../components/dropdown-menu.tsx';
import { paths } from '../../paths.ts';
import { runsQuery } from './load-shell.ts';
import { runsLabel, runsToShow, runTone, shownState } from './run-status.logic.ts';

/** Maximum number of runs in the menu. */
const few = 8;

interface RunStatusProps {
  me: Me;
  /** On a phone it doesn't fit into the header, so it appears on the page. */
  place: 'header' | 'page';
}

/** Upgrades in progress, on every screen; renders nothing if there are none. */
export const RunStatus = ({ me, place }: RunStatusProps) => (may(me, 'hosting.read') ? <Runs place={place} /> : null);

const useRuns = (show: 'open' | 'attention') => {
  const { data } = useQuery(runsQuery(useTRPC(), show));
  // Nothing is shown of what isn't known, and nothing says that there is none.
  return data?.runs ?? [];
};

const Runs = ({ place }: Pick<RunStatusProps, 'place'>) => {
  const { t } = useTranslation();
  const runs = runsToShow(useRuns('open'), useRuns('attention'), useNow());
  const [first] = runs;
  if (!first) return null;
  const inHeader = place === 'header';
  const label = runsLabel(runs, t);
  const others = runs.length > 1 ? t('shell.otherRuns', { number: runs.length - 1 }) : '';
  return (
    <Box {...(inHeader ? { visibleFrom: 'sm' } : { hiddenFrom: 'sm', mb: 'md' })}>
      <DropdownMenu width={300}>
        <Menu.Target>
          <UnstyledButton w={inHeader ? undefined : '100%'}>
            <Badge
              size="lg"
              fullWidth={!inHeader}
              maw={inHeader ? 300 : undefined}
              color={runs.map(runTone).includes('orange') ? 'orange' : runTone(first)}
              leftSection={<IconServerBolt size={16} aria-hidden />}
              style={{ cursor: 'pointer' }}
            >
              {t('shell.run', { server: first.server_label, state: t(`hosting.states.${shownState(first)}`) })} {others}
              <VisuallyHidden>{label}</VisuallyHidden>
            </Badge>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{label}</Menu.Label>
          {runs.slice(0, few).map((run) => (
            <MenuItemLink key={run.run_id} {...paths.upgrade(run.serviceid)}>
              <Text size="sm" fw={600} className="break-anywhere">
                {run.server_label}
              </Text>
              <Text size="xs" c="dimmed">
                {t(`hosting.states.${shownState(run)}`)}
              </Text>
            </MenuItemLink>
          ))}
          {runs.length > few && (
            <MenuItemLink {...paths.hosting} search={{ tab: 'history' }}>
              {t('shell.allRuns')}
            </MenuItemLink>
          )}
        </Menu.Dropdown>
      </DropdownMenu>
    </Box>
  );
};
