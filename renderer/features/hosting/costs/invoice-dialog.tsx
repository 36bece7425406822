import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { addInvoice } from '#shared/contract/hosting/add-invoice.ts';
import { billingCycles } from '#shared/flows/hosting.ts';
import { useTRPCClient } from '../../../api/context.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { MoneyInput } from '../../../components/money-input.tsx';
import { notifyDone } from '../../../components/notify.tsx';
import type { IpAddress, Server } from '../servers/servers.logic.ts';
import { useMoney, useRefreshHosting } from '../use-hosting.ts';
import { subjectChoices, subjectOf } from './invoices.logic.ts';

const cycles = billingCycles.filter((cycle) => cycle !== 'hourly');
const { input } = addInvoice;
/** The subject is one select in the form, but one of two fields in the request. */
const schema = input.omit({ serviceid: true, ip_id: true }).extend({ subject: input.shape.note });

interface InvoiceDialogProps {
  servers: readonly Server[];
  addresses: readonly IpAddress[];
  onClose: () => void;
}

export const InvoiceDialog = ({ servers, addresses, onClose }: InvoiceDialogProps) => {
  const { t } = useTranslation();
  const { currency } = useMoney();
  const client = useTRPCClient();
  const refresh = useRefreshHosting();
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('hosting.invoices.add')}
      action={t('hosting.invoices.add')}
      operation={{
        schema,
        initialValues: {
          number: '',
          issued_on: '',
          total: '',
          billingcycle: 'monthly' as (typeof cycles)[number],
          subject: '',
          note: '',
        },
        rename: { serviceid: 'subject', ip_id: 'subject' },
        fieldOfCode: { INVOICE_EXISTS: 'number', SERVER_NOT_FOUND: 'subject' },
        submit: async ({ subject, ...values }) => {
          await client.hosting.addInvoice.mutate({ ...values, ...subjectOf(subject) });
          await refresh();
          notifyDone(t('hosting.invoices.added', { number: values.number }));
          onClose();
        },
      }}
    >
      {(form) => (
        <>
          <TextInput
            label={t('hosting.invoices.number')}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('number')}
          />
          <Group grow align="flex-start">
            <TextInput type="date" label={t('hosting.invoices.issuedOn')} {...form.getInputProps('issued_on')} />
            <MoneyInput
              unit={currency}
              label={t('hosting.invoices.total')}
              placeholder="9.99"
              {...form.getInputProps('total')}
            />
          </Group>
          <NativeSelect
            label={t('hosting.invoices.subject')}
            data={subjectChoices(servers, addresses, t)}
            {...form.getInputProps('subject')}
          />
          <NativeSelect
            label={t('hosting.invoices.cycle')}
            description={t('hosting.invoices.cycleHint')}
            data={cycles.map((value) => ({ value, label: t(`hosting.cycles.${value}`) }))}
            {...form.getInputProps('billingcycle')}
          />
          <TextInput label={t('hosting.invoices.note')} autoComplete="off" {...form.getInputProps('note')} />
        </>
      )}
    </FormDialog>
  );
};
