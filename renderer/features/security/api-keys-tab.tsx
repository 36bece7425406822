import { Badge, Button, Code, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC, useTRPCClient } from '../../api/context.tsx';
import type { Me } from '../../api/me.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { Loadable } from '../../components/loadable.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { Section } from '../../components/page.tsx';
import { Reasoned } from '../../components/reasoned.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { useNow } from '../../components/use-now.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { type ApiKey, creationRefusal, isExpired } from './security.rules.ts';

export const ApiKeysTab = ({ me }: { me: Me }) => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const query = useQuery(trpc.security.listApiKeys.queryOptions());
  const [creating, creation] = useDisclosure();
  const [revoking, setRevoking] = useState<ApiKey>();
  const refresh = () => queryClient.invalidateQueries(trpc.security.listApiKeys.pathFilter());
  return (
    <Section
      title="API keys"
      lead="For other tools that act as you. A key does what its scopes say while your role allows it, and never touches passwords, sessions, keys or ownership."
      actions={
        <Reasoned reason={creationRefusal(query.data?.total ?? 0)}>
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={creation.open}>
            Create key
          </Button>
        </Reasoned>
      }
    >
      <Loadable state={query} what="Your API keys">
        {({ api_keys }) =>
          api_keys.length === 0 ? (
            <Empty icon={<IconKey />} title="No API key yet">
              Create one for a script or a tool, with no more scopes than it needs.
            </Empty>
          ) : (
            <KeyTable keys={api_keys} onRevoke={setRevoking} />
          )
        }
      </Loadable>
      <CreateKeyDialog me={me} opened={creating} onClose={creation.close} onCreated={refresh} />
      <ConfirmDialog
        opened={revoking !== undefined}
        onClose={() => setRevoking(undefined)}
        title={`Revoke ${revoking?.name ?? ''}?`}
        consequences={['The next call with this key is refused.', 'A revoked key does not come back.']}
        action="Revoke key"
        onConfirm={async () => {
          if (!revoking) return;
          const { message } = await client.security.revokeApiKey.mutate({ key_id: revoking.key_id });
          notifyDone(message);
          await refresh();
        }}
      />
    </Section>
  );
};

const KeyTable = ({ keys, onRevoke }: { keys: readonly ApiKey[]; onRevoke: (key: ApiKey) => void }) => {
  const now = useNow();
  return (
    <DataTable
      label="API keys"
      head={
        <>
          <Table.Th>Name</Table.Th>
          <Table.Th>Scopes</Table.Th>
          <Table.Th>Ends</Table.Th>
          <Table.Th>Last used</Table.Th>
          <Table.Th>
            <VisuallyHidden>Actions</VisuallyHidden>
          </Table.Th>
        </>
      }
    >
      {keys.map((key) => (
        <Table.Tr key={key.key_id}>
          <Table.Td>
            <Text size="sm" fw={500} className="break-anywhere">
              {key.name}
            </Text>
            <Code>{key.prefix}…</Code>
          </Table.Td>
          <Table.Td>
            <Stack gap={4} align="flex-start">
              {key.scopes.map((scope) => (
                <Code key={scope}>{scope}</Code>
              ))}
            </Stack>
          </Table.Td>
          <Table.Td miw={130}>
            {isExpired(key, now) ? (
              <Badge color="gray">Expired</Badge>
            ) : key.expires_at ? (
              <Timestamp value={key.expires_at} />
            ) : (
              'Never'
            )}
          </Table.Td>
          <Table.Td miw={130}>{key.last_used ? <Timestamp value={key.last_used} /> : 'Never'}</Table.Td>
          <Table.Td>
            <Button variant="default" size="xs" onClick={() => onRevoke(key)} aria-label={`Revoke ${key.name}`}>
              Revoke
            </Button>
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
};
