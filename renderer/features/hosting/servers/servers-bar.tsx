import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxQueueLength } from '#shared/flows/upgrade-queue.ts';
import type { Me } from '../../../api/context.tsx';
import { DisabledWithReason } from '../../../components/disabled-with-reason.tsx';
import { notifyFailure } from '../../../components/notify.tsx';
import { ButtonLink } from '../../../components/router-link.tsx';
import { SelectionStrip } from '../../../components/selection-strip.tsx';
import { paths } from '../../../paths.ts';
import { useCapabilities } from '../use-hosting.ts';
import { noServers, type ServerSelection, select } from './server-selection.ts';
import { manageDisabledReason, type Server } from './servers.logic.ts';
import { TagsDialog } from './tags-dialog.tsx';
import { type ServersQuery, useAllServers, useExportServers } from './use-all-servers.ts';

interface ServersBarProps {
  me: Me;
  selection: ServerSelection;
  onSelection: (change: (selection: ServerSelection) => ServerSelection) => void;
  /** The list's filter, and how many servers match it. */
  asked: ServersQuery;
  total: number;
  /** All tags of the account. */
  tags: readonly string[];
}

/** Bulk actions for the selected servers, across pages. */
export const ServersBar = ({ me, selection, onSelection, asked, total, tags }: ServersBarProps) => {
  const { t } = useTranslation();
  const readAll = useAllServers();
  const download = useExportServers();
  const hasOrders = useCapabilities().changes === 'order';
  // The dialog keeps the selection that it opened with, even if the selection changes meanwhile.
  const [tagging, setTagging] = useState<readonly Server[]>([]);
  const all = useMutation({
    mutationFn: () => readAll(asked),
    onSuccess: (servers) => onSelection((before) => select(before, servers, true)),
    onError: (error) => notifyFailure(t('hosting.servers.selection.allFailed'), error),
  });
  const servers = [...selection.values()];
  const reason = manageDisabledReason(me.role, t);
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
        {hasOrders && (
          <DisabledWithReason reason={reason ?? tooMany}>
            <ButtonLink {...paths.upgradesOf(servers.map(({ serviceid: serviceId }) => serviceId))} size="xs">
              {t('hosting.servers.upgrade')}
            </ButtonLink>
          </DisabledWithReason>
        )}
        <DisabledWithReason reason={reason}>
          <Button size="xs" variant="default" onClick={() => setTagging(servers)}>
            {t('hosting.servers.tags.action')}
          </Button>
        </DisabledWithReason>
        <Button size="xs" variant="default" onClick={() => download.mutate(servers)}>
          {t('hosting.servers.export.action')}
        </Button>
      </SelectionStrip>
      {tagging.length > 0 && <TagsDialog servers={tagging} known={tags} onClose={() => setTagging([])} />}
    </>
  );
};
