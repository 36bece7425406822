import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { addIpAddress } from '#shared/contract/hosting/add-ip-address.ts';
import { defaultCosts } from '#shared/flows/hosting.ts';
import { useTRPCClient } from '../../../api/context.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { MoneyInput } from '../../../components/money-input.tsx';
import { notifyDone } from '../../../components/notify.tsx';
import { useMoney, useRefreshHosting } from '../use-hosting.ts';
import type { IpAddress, Server } from './servers.logic.ts';

const { address, label, approximate_cost } = addIpAddress.input.shape;
const empty = z.literal('');
const schema = z.object({
  address,
  label: z.union([empty, label]),
  approximate_cost: z.union([empty, approximate_cost]),
  serviceid: z.string(),
});

const valuesOf = ({ serviceid: serviceId, ...known }: IpAddress) => ({
  address: known.address,
  label: known.label,
  serviceid: serviceId ?? '',
  approximate_cost: known.approximate_cost,
});

interface IpAddressDialogProps {
  /** Absent for a new address. */
  address: IpAddress | undefined;
  servers: readonly Pick<Server, 'serviceid' | 'label'>[];
  onClose: () => void;
}

export const IpAddressDialog = ({ address: known, servers, onClose }: IpAddressDialogProps) => {
  const { t } = useTranslation();
  const { currency } = useMoney();
  const client = useTRPCClient();
  const refresh = useRefreshHosting();
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={known ? t('hosting.addresses.editOf', { address: known.address }) : t('hosting.addresses.add')}
      action={t(known ? 'hosting.addresses.save' : 'hosting.addresses.add')}
      operation={{
        schema,
        ...(known
          ? { stored: valuesOf(known), recordedAs: { entries: [{ action: 'updateIpAddress', target: known.ip_id }] } }
          : { initialValues: { address: '', label: '', serviceid: '', approximate_cost: defaultCosts.ipAddress } }),
        fieldOfCode: { IP_ADDRESS_EXISTS: 'address', SERVER_NOT_FOUND: 'serviceid' },
        submit: async ({ address: typed, ...values }) => {
          const given = {
            serviceid: values.serviceid === '' ? null : values.serviceid,
            ...(values.label.trim() !== '' && { label: values.label }),
            ...(values.approximate_cost !== '' && { approximate_cost: values.approximate_cost }),
          };
          if (known) await client.hosting.updateIpAddress.mutate({ ip_id: known.ip_id, ...given });
          else await client.hosting.addIpAddress.mutate({ address: typed.trim(), ...given });
          await refresh();
          notifyDone(t('hosting.addresses.saved'));
          onClose();
        },
      }}
    >
      {(form) => (
        <>
          <TextInput
            label={t('hosting.addresses.address')}
            autoComplete="off"
            spellCheck={false}
            readOnly={known !== undefined}
            data-autofocus={known === undefined ? true : undefined}
            {...form.getInputProps('address')}
          />
          <TextInput label={t('hosting.addresses.label')} autoComplete="off" {...form.getInputProps('label')} />
          <NativeSelect
            label={t('hosting.addresses.server')}
            data={[
              { value: '', label: t('hosting.addresses.noServer') },
              ...servers.map(({ serviceid: serviceId, label: name }) => ({ value: serviceId, label: name })),
            ]}
            {...form.getInputProps('serviceid')}
          />
          <MoneyInput unit={currency} label={t('hosting.addresses.cost')} {...form.getInputProps('approximate_cost')} />
        </>
      )}
    </FormDialog>
  );
};
