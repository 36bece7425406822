import { Box, Group, Table, Text, UnstyledButton } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Me } from '../../../api/context.tsx';
import { DisabledWithReason } from '../../../components/disabled-with-reason.tsx';
import { AnchorLink, ButtonLink } from '../../../components/router-link.tsx';
import { RowStatus } from '../../../components/row-status.tsx';
import { SelectRowBox } from '../../../components/select-boxes.tsx';
import type { SelectRow } from '../../../components/selection.logic.ts';
import { paths } from '../../../paths.ts';
import { useCapabilities, useMoney } from '../use-hosting.ts';
import { ServerMenu } from './server-menu.tsx';
import { billingText, isBeforeUpgrade, type Server, serverState } from './servers.logic.ts';
import { sizesText } from './sizes.logic.ts';

interface ServerRowProps {
  me: Me;
  server: Server;
  selected: boolean;
  onSelect: SelectRow<Server>;
  onTag: (tag: string) => void;
}

/** Less padding in a narrow window, to leave room for names. */
const cell = { px: { base: 8, sm: 'md' } } as const;

/** One server: its name, status, plan, cost and actions. A click beside them opens its page. */
export const ServerRow = memo(({ me, server, selected, onSelect, onTag }: ServerRowProps) => {
  const { t, i18n } = useTranslation();
  const { money } = useMoney();
  const { serviceLevels } = useCapabilities();
  const { label, serviceid: serviceId, open_run, main_ip, product_name, sizes, tags } = server;
  const state = serverState(server, t);
  const badge = <RowStatus color={state.color}>{state.text}</RowStatus>;
  const plan = [product_name ?? '–', sizesText(sizes, t, i18n.language)] as const;
  // The column says that it is per month.
  const source = isBeforeUpgrade(server)
    ? t('hosting.servers.beforeUpgrade')
    : server.cost_source !== 'price_list' && t(`hosting.costSources.${server.cost_source}`);
  return (
    <Table.Tr
      aria-label={label}
      {...(!server.is_gone && { className: 'linked-row' })}
      {...(selected && { bg: 'var(--castellan-nav-active)' })}
    >
      <Table.Td pe={0}>
        <SelectRowBox
          label={t('hosting.servers.selection.one', { server: label })}
          checked={selected}
          onSelect={(chosen, isRange) => onSelect(server, chosen, isRange)}
        />
      </Table.Td>
      <Table.Td {...cell}>
        <div className="row-text">
          {server.is_gone ? (
            <Text fw={600} size="sm" c="dimmed" className="break-anywhere one-line">
              {label}
            </Text>
          ) : (
            <AnchorLink {...paths.upgrade(serviceId)} fw={600} size="sm" className="break-anywhere one-line row-link">
              {label}
            </AnchorLink>
          )}
          <Group gap={4}>
            <Box hiddenFrom="sm" me={4} lh={1}>
              {badge}
            </Box>
            {main_ip !== null && (
              <Text size="xs" c="dimmed" className="unbroken above-link">
                {main_ip}
              </Text>
            )}
            {tags.map((tag) => (
              <UnstyledButton
                key={tag}
                className="server-tag"
                aria-label={t('hosting.servers.onlyTag', { tag })}
                onClick={() => onTag(tag)}
              >
                {tag}
              </UnstyledButton>
            ))}
          </Group>
        </div>
        <Text size="xs" c="dimmed" hiddenFrom="md" className="break-anywhere">
          {plan.join(' · ')}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">{badge}</Table.Td>
      <Table.Td visibleFrom="md" w="34%">
        <div className="row-text server-plan">
          <Text size="sm">{plan[0]}</Text>
          {/* Where a line has no room for all of it, pointing at it shows the rest. */}
          <Text size="xs" c="dimmed" className="row-detail" title={plan[1]}>
            {plan[1]}
          </Text>
        </div>
      </Table.Td>
      <Table.Td {...cell} ta="right" className="figures">
        <div className="row-text server-cost">
          <Text size="sm" fw={600}>
            {money(server.approximate_cost)}
          </Text>
          {source && (
            <Text size="xs" c="dimmed">
              {source}
            </Text>
          )}
          <Text size="xs" c="dimmed" visibleFrom="sm">
            {billingText(server, serviceLevels, t)}
          </Text>
        </div>
      </Table.Td>
      <Table.Td {...cell}>
        <Group gap="xs" wrap="nowrap" justify="flex-end">
          <DisabledWithReason reason={server.is_gone ? t('hosting.refused.gone') : undefined}>
            <ButtonLink
              {...paths.upgrade(serviceId)}
              size="xs"
              visibleFrom="sm"
              variant={open_run ? 'filled' : 'default'}
              aria-label={t(open_run ? 'hosting.servers.continueOf' : 'hosting.servers.upgradeOf', { server: label })}
            >
              {t(open_run ? 'hosting.servers.continue' : 'hosting.servers.upgrade')}
            </ButtonLink>
          </DisabledWithReason>
          <ServerMenu me={me} server={server} />
        </Group>
      </Table.Td>
    </Table.Tr>
  );
});
