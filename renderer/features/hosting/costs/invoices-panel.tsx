import { ActionIcon, Badge, Button, Group, Table, Text, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload, IconFileInvoice, IconPlus, IconTrash, IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pagination } from '#shared/rules/limits.ts';
import { type Me, useTRPC, useTRPCClient } from '../../../api/context.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { DisabledWithReason } from '../../../components/disabled-with-reason.tsx';
import { notifyDone, notifyFailure } from '../../../components/notify.tsx';
import { Section } from '../../../components/page.tsx';
import { usePagedQuery } from '../../../components/paged-list.tsx';
import { PagedTable } from '../../../components/paged-table.tsx';
import { EmptyState } from '../../../components/query-boundary.tsx';
import { readAllRows } from '../../../components/read-all-rows.ts';
import { RowText } from '../../../components/row-text.tsx';
import { saveCsv } from '../../../components/save-file.ts';
import { CalendarDate } from '../../../components/timestamp.tsx';
import { manageDisabledReason } from '../servers/servers.logic.ts';
import { useAddressChoices, useHostingPage, useMoney, useRefreshHosting, useServerChoices } from '../use-hosting.ts';
import { invoicesCsv } from './cost-files.logic.ts';
import { ImportDialog } from './import-dialog.tsx';
import { InvoiceDialog } from './invoice-dialog.tsx';
import { type Invoice, invoiceSubject } from './invoices.logic.ts';

export const InvoicesPanel = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const refresh = useRefreshHosting();
  const list = usePagedQuery((slice) => trpc.hosting.listInvoices.queryOptions(slice), useHostingPage('invoices'));
  const servers = useServerChoices();
  const addresses = useAddressChoices();
  const [entering, entry] = useDisclosure();
  const [importing, upload] = useDisclosure();
  const [removing, setRemoving] = useState<Invoice>();
  const disabledReason = manageDisabledReason(me, t);
  const download = useExportInvoices((invoice) => invoiceSubject(invoice, servers, t));
  const hasInvoices = list.data !== undefined && list.data.total > 0;
  const buttons = (
    <Group gap="xs">
      {hasInvoices && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          {t('hosting.invoices.export')}
        </Button>
      )}
      <DisabledWithReason reason={disabledReason}>
        <Button variant="default" size="xs" leftSection={<IconUpload size={16} aria-hidden />} onClick={upload.open}>
          {t('hosting.import.action')}
        </Button>
      </DisabledWithReason>
      <DisabledWithReason reason={disabledReason}>
        <Button size="xs" leftSection={<IconPlus size={16} aria-hidden />} onClick={entry.open}>
          {t('hosting.invoices.add')}
        </Button>
      </DisabledWithReason>
    </Group>
  );
  return (
    <Section isTab title={t('hosting.invoices.title')} lead={t('hosting.invoices.lead')} actions={buttons}>
      <PagedTable
        list={list}
        subject={t('hosting.invoices.what')}
        counted={(count) => t('hosting.invoices.counted', { count })}
        empty={
          <EmptyState icon={<IconFileInvoice />} title={t('hosting.invoices.none.title')}>
            {t('hosting.invoices.none.text')}
          </EmptyState>
        }
        label={t('hosting.invoices.title')}
        head={
          <>
            <Table.Th>{t('hosting.invoices.number')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('hosting.invoices.subject')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('hosting.invoices.cycle')}</Table.Th>
            <Table.Th visibleFrom="xs">{t('hosting.invoices.issuedOn')}</Table.Th>
            <Table.Th ta="right">{t('hosting.invoices.total')}</Table.Th>
            <Table.Th>
              <VisuallyHidden>{t('common.actions')}</VisuallyHidden>
            </Table.Th>
          </>
        }
      >
        {({ invoices }) =>
          invoices.map((invoice) => (
            <InvoiceRow
              key={invoice.invoice_id}
              invoice={invoice}
              subject={invoiceSubject(invoice, servers, t)}
              disabledReason={disabledReason}
              onRemove={() => setRemoving(invoice)}
            />
          ))
        }
      </PagedTable>
      {entering && <InvoiceDialog servers={servers} addresses={addresses} onClose={entry.close} />}
      {importing && <ImportDialog onClose={upload.close} />}
      <ConfirmDialog
        opened={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title={t('hosting.invoices.remove.title', { number: removing?.number })}
        consequences={[t('hosting.invoices.remove.costs'), t('hosting.invoices.remove.provider')]}
        action={t('hosting.invoices.remove.action')}
        onConfirm={async () => {
          if (!removing) return;
          await client.hosting.removeInvoice.mutate({ invoice_id: removing.invoice_id });
          notifyDone(t('hosting.invoices.remove.done', { number: removing.number }));
          await refresh();
        }}
      />
    </Section>
  );
};

/** Saves all invoices as a CSV file, not just those of the visible page. */
const useExportInvoices = (subjectOf: (invoice: Invoice) => string) => {
  const { t } = useTranslation();
  const { currency } = useMoney();
  const client = useTRPCClient();
  return useMutation({
    mutationFn: () =>
      readAllRows(
        ({ invoice_id }: Invoice) => invoice_id,
        async (offset) => {
          const slice = { limit: pagination.maxLimit, offset };
          const { invoices: rows, total } = await client.hosting.listInvoices.query(slice);
          return { rows, total };
        },
      ),
    onSuccess: (invoices) => saveCsv('castellan-invoices.csv', invoicesCsv(invoices, currency, subjectOf)),
    onError: (error) => notifyFailure(t('hosting.invoices.exportFailed'), error),
  });
};

interface InvoiceRowProps {
  invoice: Invoice;
  subject: string;
  disabledReason: string | undefined;
  onRemove: () => void;
}

const InvoiceRow = ({ invoice, subject, disabledReason, onRemove }: InvoiceRowProps) => {
  const { t } = useTranslation();
  const { money } = useMoney();
  const { number, note, origin, billingcycle, issued_on, total } = invoice;
  return (
    <Table.Tr>
      <Table.Td>
        <RowText detail={note}>
          <Group gap="xs">
            {number}
            {origin !== 'entered' && (
              <Badge size="sm" color="gray">
                {t(origin === 'imported' ? 'hosting.invoices.imported' : 'hosting.invoices.fromUpgrade')}
              </Badge>
            )}
          </Group>
        </RowText>
        <Text size="xs" c="dimmed" hiddenFrom="sm" component="div">
          {subject} · <CalendarDate value={issued_on} />
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="sm" className="break-anywhere">
          {subject}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">{t(`hosting.cycles.${billingcycle}`)}</Table.Td>
      <Table.Td visibleFrom="xs">
        <CalendarDate value={issued_on} />
      </Table.Td>
      <Table.Td ta="right">{money(total)}</Table.Td>
      <Table.Td ta="right">
        {disabledReason === undefined && (
          <ActionIcon size="lg" onClick={onRemove} aria-label={t('hosting.invoices.removeOf', { number })}>
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        )}
      </Table.Td>
    </Table.Tr>
  );
};
