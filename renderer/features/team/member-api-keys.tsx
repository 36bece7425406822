import { Button, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/operation.ts';
import type { listMemberApiKeys } from '#shared/contract/security/list-member-api-keys.ts';
import { type Me, useTRPC } from '../../api/context.tsx';
import { useNow } from '../../components/clock.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { isExpired } from '../../components/key-choices.ts';
import { notifyDone } from '../../components/notify.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { RowList } from '../../components/row-list.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { richText } from '../../languages/rich-text.tsx';
import { RestrictedSection } from './restricted-section.tsx';
import { type Member, sessionsDisabledReason } from './team.logic.ts';

type ApiKey = OutputOf<typeof listMemberApiKeys>['api_keys'][number];

/** A member's API keys, for users who may manage their sessions. */
export const MemberApiKeys = ({ me, member }: { me: Me; member: Member }) => {
  const { t } = useTranslation();
  return (
    <RestrictedSection
      id="api-keys"
      title={t('team.keys.title')}
      disabledReason={sessionsDisabledReason(me, member, t)}
    >
      <Keys me={me} member={member} />
    </RestrictedSection>
  );
};

const Keys = ({ me, member }: { me: Me; member: Member }) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [revoking, setRevoking] = useState<ApiKey>();
  const now = useNow();
  const target = { tenant_id: me.tenant_id, user_id: member.user_id };
  const query = useQuery(trpc.security.listMemberApiKeys.queryOptions(target));
  const revoke = useMutation(trpc.security.revokeMemberApiKey.mutationOptions());
  return (
    <QueryBoundary state={query} subject={t('team.keys.what')}>
      {({ api_keys }) => (
        <>
          {api_keys.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t('team.keys.none')}
            </Text>
          ) : (
            <RowList label={t('team.keys.title')}>
              {api_keys.map((key) => (
                <li key={key.key_id} className="list-row">
                  <div style={{ flex: '1 1 200px' }} className="break-anywhere">
                    <Text size="sm" fw={600}>
                      {key.name}
                    </Text>
                    <Text size="xs" c="dimmed">
                      {key.last_used
                        ? richText({ when: <Timestamp value={key.last_used} show="relative" /> }, (marks) =>
                            t('team.keys.lastUsed', marks),
                          )
                        : t('team.keys.neverUsed')}
                      {' · '}
                      {key.expires_at
                        ? richText({ when: <Timestamp value={key.expires_at} show="date" /> }, (marks) =>
                            t(isExpired(key, now) ? 'team.keys.expired' : 'team.keys.expires', marks),
                          )
                        : t('team.keys.neverExpires')}
                    </Text>
                  </div>
                  <Button
                    size="xs"
                    variant="default"
                    onClick={() => setRevoking(key)}
                    aria-label={t('team.keys.revokeNamed', { name: key.name })}
                  >
                    {t('team.keys.revoke')}
                  </Button>
                </li>
              ))}
            </RowList>
          )}
          <ConfirmDialog
            opened={revoking !== undefined}
            onClose={() => setRevoking(undefined)}
            title={t('team.keys.revokeTitle', { name: revoking?.name ?? '' })}
            consequences={[t('team.keys.refused', { name: member.name }), t('team.keys.final')]}
            action={t('team.keys.revokeAction')}
            onConfirm={async () => {
              if (!revoking) return;
              await revoke.mutateAsync({ ...target, key_id: revoking.key_id });
              notifyDone(t('team.keys.done'));
              await queryClient.invalidateQueries(trpc.security.pathFilter());
            }}
          />
        </>
      )}
    </QueryBoundary>
  );
};
