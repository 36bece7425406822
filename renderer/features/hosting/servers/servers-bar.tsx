import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { maxQueueLength } from '#shared/flows/upgrade-queue.ts';
import type { Me } from '../../../api/context.tsx';
import { DisabledWithReason } from '../../../components/disabled-with-reason.tsx';
import { notifyFailure } from '../../../components/notify.tsx';
import { ButtonLink } from '../../../components/router-link.tsx';
import { SelectionStrip } from '../../../components/selection-strip.tsx';
import { useTask } from '../../../components/use-task.ts';
import { paths } from '../../../paths.ts';
import { useCapabilities } from '../use-hosting.ts';
import { bulkServerCommands, type ServerCommand, type ServerTarget } from './server-commands.ts';
import { noServers, type ServerSelection, select } from './server-selection.ts';
import { ServerTask } from './server-task.tsx';
import { manageDisabledReason } from './servers.logic.ts';
import { type ServersQuery, useAllServers, useExportServers } from './use-all-servers.ts';

interface ServersBarProps {
  me: Me;
  selection: ServerSelection;
  onSelection: (change: (selection: ServerSelection) => ServerSelection) => void;
  /** The list's filter, and how many servers match it. */
  asked: ServersQuery;
  total: number;
}

/** Bulk actions for the selected servers, across pages. */
export const ServersBar = ({ me, selection, onSelection, asked, total }: ServersBarProps) => {
  const { t } = useTranslation();
  const readAll = useAllServers();
  const download = useExportServers();
  const hasOrders = useCapabilities().changes === 'order';
  // The dialog keeps the selection that it opened with, even if the selection changes meanwhile.
  const { start, task } = useTask<ServerTarget, ServerCommand>();
  const all = useMutation({
    mutationFn: () => readAll(asked),
    onSuccess: (servers) => onSelection((before) => select(before, servers, true)),
    onError: (error) => notifyFailure(t('hosting.servers.selection.allFailed'), error),
  });
  const servers = [...selection.values()];
  const reason = manageDisabledReason(me, t);
  const tooMany =
    servers.length > maxQueueLength ? t('hosting.servers.selection.tooMany', { max: maxQueueLength }) : undefined;
  return (
    <>
      <SelectionStrip
        label={t('hosting.servers.selection.label')}
        count={selection.size}
        total={total}
        onClear={() => onSelection(() => noServers)}
        onAll={() => all.mutate()}
        isSelectingAll={all.isPending}
      >
        {bulkServerCommands(me).map((name) =>
          name === 'tag' ? (
            <Button key={name} size="xs" variant="default" onClick={() => start(name, servers)}>
              {t('commands.servers.tag.label')}
            </Button>
          ) : (
            hasOrders && (
              <DisabledWithReason key={name} reason={reason ?? tooMany}>
                <ButtonLink {...paths.upgradesOf(servers.map(({ serviceid: serviceId }) => serviceId))} size="xs">
                  {t('commands.servers.upgrade.label')}
                </ButtonLink>
              </DisabledWithReason>
            )
          ),
        )}
        <Button size="xs" variant="default" onClick={() => download.mutate(servers)}>
          {t('hosting.servers.export.action')}
        </Button>
      </SelectionStrip>
      {task && <ServerTask {...task} />}
    </>
  );
};
