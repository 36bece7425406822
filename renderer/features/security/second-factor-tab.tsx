import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/operation.ts';
import type { getSecondFactor } from '#shared/contract/security/get-second-factor.ts';
import { type Me, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { Section } from '../../components/page.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { richText } from '../../languages/rich-text.tsx';
import { Enrolment, RecoveryCodes } from './enrolment.tsx';
import { SecondFactorDialog } from './second-factor-dialog.tsx';

export const SecondFactorTab = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const query = useQuery(trpc.security.getSecondFactor.queryOptions());
  const [codes, setCodes] = useState<string[]>();
  const refresh = () => queryClient.invalidateQueries(trpc.security.getSecondFactor.pathFilter());
  const show = async (recoveryCodes: string[]) => {
    setCodes(recoveryCodes);
    await refresh();
  };
  return (
    <Section title={t('security.secondFactor.title')} lead={t('security.secondFactor.lead')}>
      <QueryBoundary state={query} subject={t('security.secondFactor.what')}>
        {(factor) => {
          if (codes) return <RecoveryCodes email={me.email} codes={codes} onSaved={() => setCodes(undefined)} />;
          if (!factor.authenticator) return <Enrolment onEnrolled={show} />;
          return <Active factor={factor} onCodes={show} onDisabled={refresh} />;
        }}
      </QueryBoundary>
    </Section>
  );
};

interface ActiveProps {
  factor: OutputOf<typeof getSecondFactor>;
  onCodes: (codes: string[]) => Promise<unknown>;
  onDisabled: () => Promise<unknown>;
}

const Active = ({ factor, onCodes, onDisabled }: ActiveProps) => {
  const { enabled_at: since, recovery_codes_left: left, passkeys } = factor;
  const { t } = useTranslation();
  const client = useTRPCClient();
  const [renewing, renewal] = useDisclosure();
  const [disabling, disabled] = useDisclosure();
  return (
    <Stack>
      <Group gap="xs">
        <Badge>{t('security.secondFactor.active')}</Badge>
        {since && (
          <Text component="div" size="sm" c="dimmed">
            {richText({ since: <Timestamp value={since} show="absolute" /> }, (marks) =>
              t('security.secondFactor.since', marks),
            )}
          </Text>
        )}
      </Group>
      <Text size="sm">
        {t('security.secondFactor.left', { count: left })}
        {left <= 2 && ` ${t('security.secondFactor.fewLeft')}`}
      </Text>
      <Group>
        <Button variant="default" onClick={renewal.open}>
          {t('security.renew.open')}
        </Button>
        <Button color="red" variant="outline" onClick={disabled.open}>
          {t('security.disable.action')}
        </Button>
      </Group>
      <SecondFactorDialog
        opened={renewing}
        onClose={renewal.close}
        title={t('security.renew.title')}
        lead={t('security.renew.lead')}
        action={t('security.renew.action')}
        submit={async (values) =>
          onCodes((await client.security.regenerateRecoveryCodes.mutate(values)).recovery_codes)
        }
      />
      <SecondFactorDialog
        opened={disabling}
        onClose={disabled.close}
        title={t('security.disable.title')}
        lead={t(passkeys > 0 ? 'security.disable.leadPasskeys' : 'security.disable.lead')}
        action={t('security.disable.action')}
        color="red"
        submit={async (values) => {
          await client.security.disableSecondFactor.mutate(values);
          notifyDone(t('security.disable.done'));
          await onDisabled();
        }}
      />
    </Stack>
  );
};
