import { Anchor, Checkbox, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { zoneName } from '../../../components/dates.ts';
import { AnchorLink } from '../../../components/router-link.tsx';
import { CalendarDate } from '../../../components/timestamp.tsx';
import { paths } from '../../../paths.ts';
import { invoiceUrl, type Run, runTopic } from '../runs/runs.logic.ts';
import { useConnection, useMoney } from '../use-hosting.ts';

interface ActRowProps {
  action: 'start' | 'confirm';
  run: Run;
  /** Why it can't be started or confirmed now. */
  reason: string | undefined;
  /** Whether nothing at all can be done for it. */
  disabled: boolean;
  checked: boolean;
  onCheck: (checked: boolean) => void;
}

/** An upgrade, and what happens to it. */
export const ActRow = ({ action, run, reason, disabled, checked, onCheck }: ActRowProps) => {
  const { t } = useTranslation();
  const { money } = useMoney();
  const connection = useConnection();
  const { order, server_label: server, apply_window: window } = run;
  const url = connection && order ? invoiceUrl(connection, order) : undefined;
  const amount = order?.total ? money(order.total, order.currency) : '–';
  const planned = window && t('hosting.queue.window.planned', { ...window, zone: zoneName(window.time_zone) });
  const happens =
    reason ?? (checked ? t(`hosting.queue.act.${action}.will`) : (planned ?? t('hosting.queue.act.notChosen')));
  return (
    <Table.Tr>
      <Table.Td>
        <Checkbox
          aria-label={t('hosting.servers.selection.one', { server })}
          checked={checked}
          disabled={disabled}
          onChange={(event) => onCheck(event.currentTarget.checked)}
        />
      </Table.Td>
      <Table.Td>
        <AnchorLink {...paths.upgrade(run.serviceid)} size="sm" fw={600} className="break-anywhere">
          {server}
        </AnchorLink>
        <Text size="xs" c="dimmed">
          {runTopic(run, t)}
        </Text>
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {happens}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="sm" {...(reason !== undefined && { c: 'dimmed' })}>
          {happens}
        </Text>
        {planned !== null && happens !== planned && (
          <Text size="xs" c="dimmed">
            {planned}
          </Text>
        )}
      </Table.Td>
      {action === 'start' && (
        <>
          <Table.Td visibleFrom="md">{order?.duedate ? <CalendarDate value={order.duedate} /> : '–'}</Table.Td>
          <Table.Td ta="right" className="figures">
            <Text size="sm" fw={600}>
              {amount}
            </Text>
            {url !== undefined && (
              <Anchor href={url} target="_blank" rel="noreferrer" size="xs">
                {t('hosting.invoice.open')}
              </Anchor>
            )}
          </Table.Td>
        </>
      )}
    </Table.Tr>
  );
};
