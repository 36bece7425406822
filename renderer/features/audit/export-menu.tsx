import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { pagination } from '#shared/rules/limits.ts';
import { useTRPCClient } from '../../api/context.tsx';
import { DropdownMenu } from '../../components/dropdown-menu.tsx';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { saveCsv, saveJson } from '../../components/save-file.ts';
import { eventsCsv, type filterOf, readAllEvents } from './audit.logic.ts';

type Format = 'csv' | 'json';

/** Saves all events that match the filters as a file, for a spreadsheet or another program. */
export const ExportMenu = ({ asked }: { asked: ReturnType<typeof filterOf> & { tenant_id: string } }) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const download = useMutation({
    mutationFn: async (format: Format) => {
      const events = await readAllEvents(pagination.maxLimit, (offset) =>
        client.audit.listAuditEvents.query({ ...asked, limit: pagination.maxLimit, offset }),
      );
      const name = `castellan-audit-${events[0]?.at.slice(0, 10) ?? 'empty'}`;
      if (format === 'csv') saveCsv(`${name}.csv`, eventsCsv(events));
      else saveJson(`${name}.json`, events);
      return events.length;
    },
    onSuccess: (count) => notifyDone(t('audit.export.done', { count })),
    onError: (error) => notifyFailure(t('audit.export.failed'), error),
  });
  return (
    <DropdownMenu>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />} loading={download.isPending}>
          {t('audit.export.label')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => download.mutate('csv')}>{t('audit.export.action')}</Menu.Item>
        <Menu.Item onClick={() => download.mutate('json')}>{t('audit.export.json')}</Menu.Item>
      </Menu.Dropdown>
    </DropdownMenu>
  );
};
