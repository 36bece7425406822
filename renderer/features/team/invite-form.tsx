import { Button, Checkbox, Group, MultiSelect, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconFileUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { grantableRoles } from '#shared/rules/permissions.ts';
import { mayBeGuest, type Role, roles, type WorkspaceRole, workspaceRoles } from '#shared/rules/roles.ts';
import { type Me, useTRPC } from '../../api/context.tsx';
import { ChooseFile } from '../../components/choose-file.tsx';
import { LinkReachNotice } from '../../components/link-reach-notice.tsx';
import { OperationForm } from '../../components/operation-form.tsx';
import { readTextFile } from '../../components/read-text-file.ts';
import { searchChoices } from '../../components/search-choices.ts';
import { addressesIn, isAddress } from './address-list.logic.ts';
import { listNames } from './bulk.logic.ts';
import { useSendsEmail } from './invitation-links.tsx';
import { addressesError, largestFile } from './invite.logic.ts';

export interface InviteValues {
  /** As typed or pasted. */
  addresses: string;
  role: Role;
  /** Whether they see shared workspaces alone. Only people with the role of a member. */
  guest: boolean;
  /** Ids. */
  workspaces: string[];
  /** In each of them. */
  workspace_role: WorkspaceRole;
}

interface InviteFormProps {
  me: Me;
  initial: InviteValues;
  onInvite: (values: InviteValues, addresses: string[]) => void;
  onUnsaved: (unsaved: boolean) => void;
  onClose: () => void;
}

export const InviteForm = ({ me, initial, onInvite, onUnsaved, onClose }: InviteFormProps) => {
  const { t } = useTranslation();
  const workspaces = useQuery(
    useTRPC().workspaces.listWorkspaces.queryOptions({ tenant_id: me.tenant_id, limit: 1_000 }),
  );
  const form = useForm<InviteValues>({
    mode: 'controlled',
    initialValues: initial,
    validate: { addresses: (text) => addressesError(addressesIn(text), t) ?? null },
  });
  const sendsEmail = useSendsEmail(me);
  const unsaved = form.values.addresses.trim() !== '';
  useEffect(() => {
    onUnsaved(unsaved);
    return () => onUnsaved(false);
  }, [onUnsaved, unsaved]);
  // What isn't an address is refused: don't promise it.
  const count = addressesIn(form.values.addresses).filter(isAddress).length;
  return (
    <OperationForm
      onSubmit={form.onSubmit((values) =>
        onInvite({ ...values, guest: values.guest && mayBeGuest(values.role) }, addressesIn(values.addresses)),
      )}
      pending={false}
      failure={undefined}
      action={t(sendsEmail ? 'team.inviteForm.action' : 'team.inviteForm.create', { count: Math.max(count, 1) })}
      inDialog
      beside={
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
      }
    >
      <AddressesInput
        value={form.values.addresses}
        onChange={(text) => form.setFieldValue('addresses', text)}
        error={form.errors.addresses}
      />
      <NativeSelect
        label={t('team.inviteForm.role')}
        data={roles
          .filter((role) => grantableRoles(me).includes(role))
          .map((value) => ({ value, label: t(`team.roles.${value}`) }))}
        {...form.getInputProps('role')}
      />
      {mayBeGuest(form.values.role) && (
        <Checkbox
          label={t('team.inviteForm.guest')}
          description={t('team.guest.meaning')}
          {...form.getInputProps('guest', { type: 'checkbox' })}
        />
      )}
      <MultiSelect
        label={t('team.inviteForm.workspaces')}
        placeholder={form.values.workspaces.length === 0 ? t('team.inviteForm.noWorkspace') : ''}
        searchable
        hidePickedOptions
        {...searchChoices(
          workspaces,
          (known) => known.workspaces.map(({ workspace_id: value, name: label }) => ({ value, label })),
          { nothing: t('team.inviteForm.workspaceNotFound'), failed: t('team.inviteForm.workspacesFailed') },
          t,
        )}
        {...form.getInputProps('workspaces')}
      />
      {form.values.workspaces.length > 0 && (
        <NativeSelect
          label={t('team.inviteForm.workspaceRole')}
          data={workspaceRoles.toReversed().map((value) => ({ value, label: t(`roles.workspace.${value}`) }))}
          {...form.getInputProps('workspace_role')}
        />
      )}
      <LinkReachNotice />
    </OperationForm>
  );
};

interface AddressesInputProps {
  value: string;
  onChange: (text: string) => void;
  error?: ReactNode;
}

/** Email addresses, typed, pasted or from a file; shows right away what it recognized. */
const AddressesInput = ({ value, onChange, error }: AddressesInputProps) => {
  const { t } = useTranslation();
  const [fileError, setFileError] = useState<string>();
  const addresses = addressesIn(value);
  const wrong = addresses.filter((address) => !isAddress(address));
  const read = async (file: File) => {
    if (file.size > largestFile) return setFileError(t('team.inviteForm.fileTooLarge'));
    // The message below says what happened: it can't be read, or its lines are in several encodings.
    const text = await readTextFile(file).catch(() => undefined);
    if (text === undefined) return setFileError(t('team.inviteForm.fileUnreadable', { name: file.name }));
    const found = addressesIn(text);
    if (found.length === 0) return setFileError(t('team.inviteForm.fileEmpty', { name: file.name }));
    setFileError(undefined);
    onChange([...addresses, ...found].join('\n'));
  };
  return (
    <Stack gap="xs">
      <Textarea
        label={t('common.email')}
        description={t('team.inviteForm.hint')}
        placeholder={t('team.inviteForm.placeholder')}
        autosize
        minRows={2}
        maxRows={8}
        data-autofocus
        // The form appears after the dialog has looked for what to focus.
        autoFocus
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={error ?? fileError}
      />
      <Group justify="space-between" gap="xs">
        <Text size="xs" c="dimmed" role="status" className="break-anywhere" flex="1 1 200px">
          {addresses.length > 1 && t('team.inviteForm.understood', { count: addresses.length })}
          {addresses.length > 1 && wrong.length > 0 && ' '}
          {addresses.length > 1 &&
            wrong.length > 0 &&
            t('team.inviteForm.wrong', { count: wrong.length, names: listNames(wrong, t) })}
        </Text>
        <ChooseFile
          accept=".csv,.txt,text/csv,text/plain"
          onChoose={(file) => void read(file)}
          size="compact-sm"
          variant="subtle"
          leftSection={<IconFileUpload size={16} aria-hidden />}
        >
          {t('team.inviteForm.file')}
        </ChooseFile>
      </Group>
    </Stack>
  );
};
