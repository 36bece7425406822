import { Badge, Box, Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFingerprint, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { passkeyLimits } from '#shared/rules/limits.ts';
import { type Me, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { usePasskeysHere } from '../../api/passkeys.ts';
import { DisabledWithReason } from '../../components/disabled-with-reason.tsx';
import { Moment } from '../../components/moment.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { Section } from '../../components/page.tsx';
import { EmptyState, QueryBoundary } from '../../components/query-boundary.tsx';
import { RowList } from '../../components/row-list.tsx';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx';
import { SecondFactorDialog } from './second-factor-dialog.tsx';
import type { Passkey } from './security.logic.ts';

/** The user's passkeys, and how to add, rename and remove them. */
export const PasskeysTab = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const query = useQuery(trpc.security.listPasskeys.queryOptions());
  const factor = useQuery(trpc.security.getSecondFactor.queryOptions());
  const here = usePasskeysHere();
  const [adding, addition] = useDisclosure();
  const refresh = () => queryClient.invalidateQueries(trpc.security.pathFilter());
  const isFull = query.data !== undefined && query.data.total >= passkeyLimits.perUser;
  return (
    <Section
      title={t('security.passkeys.title')}
      lead={t('security.passkeys.lead')}
      actions={
        here && (
          <DisabledWithReason
            reason={isFull ? t('security.passkeys.limit', { count: passkeyLimits.perUser }) : undefined}
          >
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={addition.open}>
              {t('security.passkeys.add')}
            </Button>
          </DisabledWithReason>
        )
      }
    >
      {here === false && (
        <Text size="sm" c="dimmed">
          {t('security.passkeys.unavailable')}
        </Text>
      )}
      <QueryBoundary state={query} subject={t('security.passkeys.what')}>
        {({ passkeys }) =>
          passkeys.length === 0 ? (
            <EmptyState icon={<IconFingerprint />} title={t('security.passkeys.none.title')}>
              {here === false ? undefined : t('security.passkeys.none.text')}
            </EmptyState>
          ) : (
            <PasskeyList passkeys={passkeys} isOnly={factor.data?.authenticator === false} onChanged={refresh} />
          )
        }
      </QueryBoundary>
      <AddPasskeyDialog me={me} opened={adding} onClose={addition.close} onAdded={refresh} />
    </Section>
  );
};

interface PasskeyListProps {
  passkeys: readonly Passkey[];
  /** Whether there is no authenticator app. */
  isOnly: boolean;
  onChanged: () => Promise<unknown>;
}

const PasskeyList = ({ passkeys, isOnly, onChanged }: PasskeyListProps) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const [renaming, setRenaming] = useState<Passkey>();
  const [removing, setRemoving] = useState<Passkey>();
  const isLast = passkeys.length === 1 && isOnly;
  return (
    <>
      <RowList label={t('security.passkeys.title')}>
        {passkeys.map((passkey) => (
          <PasskeyRow
            key={passkey.passkey_id}
            passkey={passkey}
            onRename={() => setRenaming(passkey)}
            onRemove={() => setRemoving(passkey)}
          />
        ))}
      </RowList>
      {renaming && (
        <RenamePasskeyDialog
          passkey={passkeys.find(({ passkey_id }) => passkey_id === renaming.passkey_id) ?? renaming}
          onClose={() => setRenaming(undefined)}
          onRenamed={onChanged}
        />
      )}
      {removing && (
        <SecondFactorDialog
          opened
          onClose={() => setRemoving(undefined)}
          title={t('security.passkeys.removeTitle', { name: removing.name })}
          lead={t(isLast ? 'security.passkeys.removeLast' : 'security.passkeys.removeLead')}
          action={t('security.passkeys.removeAction')}
          color="red"
          submit={async (confirmation) => {
            await client.security.removePasskey.mutate({ passkey_id: removing.passkey_id, ...confirmation });
            notifyDone(t('security.passkeys.removed'));
            await onChanged();
          }}
        />
      )}
    </>
  );
};

interface PasskeyRowProps {
  passkey: Passkey;
  onRename: () => void;
  onRemove: () => void;
}

const PasskeyRow = ({ passkey, onRename, onRemove }: PasskeyRowProps) => {
  const { t } = useTranslation();
  const { name, site, synced, created_at, last_used } = passkey;
  return (
    <Box component="li" className="list-row">
      <div style={{ flex: '1 1 200px' }} className="break-anywhere">
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {name}
          </Text>
          {synced && (
            <Badge size="sm" color="gray">
              {t('security.passkeys.synced')}
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          {site}
        </Text>
      </div>
      <Moment label={t('security.passkeys.addedAt')} value={created_at} />
      <Moment label={t('security.passkeys.lastUsed')} value={last_used} />
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          onClick={onRename}
          aria-label={t('security.passkeys.renameLabel', { name })}
        >
          {t('security.passkeys.rename')}
        </Button>
        <Button
          variant="default"
          size="xs"
          onClick={onRemove}
          aria-label={t('security.passkeys.removeLabel', { name })}
        >
          {t('security.passkeys.remove')}
        </Button>
      </Group>
    </Box>
  );
};
