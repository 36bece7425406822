import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/operation.ts';
import type { lookupUndo } from '#shared/contract/security/lookup-undo.ts';
import { useLinkToken, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { failureOf } from '../../api/problem.ts';
import { deviceLabel } from '../../components/device.logic.ts';
import { Facts } from '../../components/facts.tsx';
import { FailureAlert } from '../../components/failure-alert.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { PageLoader } from '../../components/route-states.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { richText } from '../../languages/rich-text.tsx';
import { paths, patterns } from '../../paths.ts';
import { AuthCard, MissingToken } from './auth-layout.tsx';

type Change = OutputOf<typeof lookupUndo>;

/** Undoes a new passkey, authenticator app, API key, owner or set of recovery codes, with the link from the email about it. */
export const UndoPage = () => {
  const { t } = useTranslation();
  const token = useLinkToken(patterns.undo);
  return (
    <AuthCard title={t('auth.undo.title')} footer={<AnchorLink {...paths.login}>{t('auth.back')}</AnchorLink>}>
      {token === undefined ? <MissingToken /> : <Undo key={token} token={token} />}
    </AuthCard>
  );
};

const Undo = ({ token }: { token: string }) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  // The token travels in a body, and nothing is cached after leaving the page.
  const lookup = useQuery({
    queryKey: ['lookupUndo', token],
    queryFn: () => client.security.lookupUndo.mutate({ token }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const undo = useMutation(trpc.security.undoChange.mutationOptions());
  return (
    <QueryBoundary state={lookup} subject={t('auth.undo.what')} loading={<PageLoader />}>
      {(change) =>
        undo.data ? (
          <Undone change={change} isResetSent={undo.data.password_reset_sent} />
        ) : (
          <Stack>
            <Described change={change} />
            {undo.error && <FailureAlert failure={failureOf(undo.error)} />}
            <Button fullWidth autoFocus loading={undo.isPending} onClick={() => undo.mutate({ token })}>
              {t('auth.undo.action')}
            </Button>
          </Stack>
        )
      }
    </QueryBoundary>
  );
};

/** What happened, when, from where, and what undoing it does. */
const Described = ({ change }: { change: Change }) => {
  const { t } = useTranslation();
  const { kind, name, email, at, device, ip_address, person } = change;
  const facts: [string, ReactNode][] = [
    [t('auth.undo.account'), email],
    [t('auth.undo.when'), <Timestamp key="at" value={at} show="absolute" />],
    [t('auth.undo.by'), person],
    [t('auth.undo.device'), device && deviceLabel(device, t)],
    [t('auth.undo.address'), ip_address],
  ];
  return (
    <>
      <Text className="break-anywhere">
        {name === null || kind === 'authenticator' || kind === 'recovery_codes'
          ? t(`auth.undo.unnamed.${kind}`)
          : t(`auth.undo.named.${kind}`, { name })}
      </Text>
      <Facts rows={facts.filter(([, value]) => value !== null).map(([label, value]) => ({ name: label, value }))} />
      <Text size="sm">{t(kind === 'owner' ? 'auth.undo.effectOwner' : 'auth.undo.effect')}</Text>
      <Text size="sm" c="dimmed">
        {t('auth.undo.ignore')}
      </Text>
    </>
  );
};

/** What has ended, and what to do next. */
const Undone = ({ change: { kind, name, email }, isResetSent }: { change: Change; isResetSent: boolean }) => {
  const { t } = useTranslation();
  const next = () => {
    if (kind === 'owner') return t('auth.undo.nextOwner', { name: name ?? email });
    if (isResetSent) return t('auth.undo.nextMailed', { email });
    const reset = (
      <AnchorLink {...paths.forgot} underline="always">
        {t('auth.undo.reset')}
      </AnchorLink>
    );
    return richText({ reset }, (marks) => t('auth.undo.next', marks));
  };
  return (
    <Alert
      color="verdigris"
      role="status"
      title={t(`auth.undo.done.${kind}`)}
      icon={<IconCheck aria-hidden />}
      className="break-anywhere"
    >
      {next()}
    </Alert>
  );
};
