import { Alert, Badge, Button, Group, Menu, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertTriangle, IconCheck, IconRotate, IconWebhook } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type Me, useMe, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { failureOf } from '../../api/problem.ts';
import { useNow } from '../../components/clock.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Facts } from '../../components/facts.tsx';
import { FailureAlert } from '../../components/failure-alert.tsx';
import { Missing } from '../../components/missing.tsx';
import { DeleteItem, MoreMenu } from '../../components/more-menu.tsx';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { Page, Section } from '../../components/page.tsx';
import { presentIn, QueryBoundary } from '../../components/query-boundary.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { paths, patterns } from '../../paths.ts';
import { Deliveries } from './deliveries.tsx';
import { EditDestinationDialog } from './edit-destination-dialog.tsx';
import { attemptText, type Destination, endOfOldSecret, stateColors } from './events.logic.ts';
import { RollEventSecretDialog } from './roll-secret-dialog.tsx';

/** A destination, how it is doing, and what was sent to it. */
export const DestinationPage = () => {
  const { t } = useTranslation();
  const me = useMe();
  const { destinationId } = useParams({ from: `/shell${patterns.eventDestination}` });
  const query = useQuery(
    useTRPC().events.getEventDestination.queryOptions({ tenant_id: me.tenant_id, destination_id: destinationId }),
  );
  const destination = presentIn(query);
  return (
    <Page
      title={destination?.name ?? t('events.title')}
      actions={destination && <Actions me={me} destination={destination} />}
      back={
        <AnchorLink {...paths.events} size="sm">
          {t('events.back')}
        </AnchorLink>
      }
    >
      <QueryBoundary
        state={query}
        subject={t('events.what')}
        missing={
          <Missing
            icon={<IconWebhook />}
            title={t('events.missing.title')}
            list={paths.events}
            back={t('events.missing.back')}
          />
        }
      >
        {(destination) => (
          <Stack gap="var(--castellan-gap)">
            <Summary me={me} destination={destination} />
            <Deliveries me={me} destination={destination} />
          </Stack>
        )}
      </QueryBoundary>
    </Page>
  );
};

const Summary = ({ me, destination }: { me: Me; destination: Destination }) => {
  const { t } = useTranslation();
  const now = useNow();
  const { kind, url, event_types, state, waiting, failing_since, last_delivered_at } = destination;
  const oldSecretEnd = endOfOldSecret(destination, now);
  const time = (value: string | null) => (value === null ? t('common.never') : <Timestamp value={value} />);
  return (
    <Section title={t('events.summary')}>
      <Stack>
        <Problem destination={destination} />
        <Facts
          rows={[
            { name: t('events.fields.kind'), value: t(`events.kinds.${kind}`) },
            { name: t('events.fields.url'), value: url },
            {
              name: t('events.fields.types'),
              value: event_types === null ? t('events.every') : event_types.join(', '),
            },
            {
              name: t('events.columns.state'),
              value:
                state === 'working' ? (
                  t('events.states.working')
                ) : (
                  <Badge color={stateColors[state]}>{t(`events.states.${state}`)}</Badge>
                ),
            },
            { name: t('events.columns.delivered'), value: time(last_delivered_at) },
            { name: t('events.waiting'), value: waiting },
            ...(failing_since === null
              ? []
              : [{ name: t('events.failingSince'), value: <Timestamp value={failing_since} show="absolute" /> }]),
            ...(oldSecretEnd === null
              ? []
              : [{ name: t('events.oldSecret'), value: <Timestamp value={oldSecretEnd} show="absolute" /> }]),
          ]}
        />
        <SendTest me={me} destination={destination} />
      </Stack>
    </Section>
  );
};

/** What an owner should know at once. */
const Problem = ({ destination: { state } }: { destination: Destination }) => {
  const { t } = useTranslation();
  if (state === 'working' || state === 'off') return null;
  return (
    <Alert color={stateColors[state]} icon={<IconAlertTriangle aria-hidden />}>
      {t(`events.problems.${state}`)}
    </Alert>
  );
};

/** Sends an event to it, and tells what came back. */
const SendTest = ({ me, destination: { destination_id } }: { me: Me; destination: Destination }) => {
  const { t } = useTranslation();
  const test = useMutation(useTRPC().events.testEventDestination.mutationOptions());
  return (
    <>
      <Group>
        <Button
          variant="default"
          loading={test.isPending}
          onClick={() => test.mutate({ tenant_id: me.tenant_id, destination_id })}
        >
          {t('events.test.action')}
        </Button>
      </Group>
      {test.error && <FailureAlert failure={failureOf(test.error)} />}
      {test.data && (
        <Alert
          color={test.data.outcome === 'delivered' ? 'verdigris' : 'red'}
          role={test.data.outcome === 'delivered' ? 'status' : 'alert'}
          icon={test.data.outcome === 'delivered' ? <IconCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
        >
          {t('events.test.result', { text: attemptText(test.data, t), ms: test.data.duration_ms })}
        </Alert>
      )}
    </>
  );
};

const Actions = ({ me, destination }: { me: Me; destination: Destination }) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [editing, edit] = useDisclosure();
  const [rolling, roll] = useDisclosure();
  const [removing, remove] = useDisclosure();
  const { destination_id, enabled, name, kind } = destination;
  const target = { tenant_id: me.tenant_id, destination_id };
  const refresh = () => queryClient.invalidateQueries(trpc.events.pathFilter());
  const toggle = async () => {
    try {
      await client.events.updateEventDestination.mutate({ ...target, enabled: !enabled });
      await refresh();
      notifyDone(t(enabled ? 'events.turnedOff' : 'events.turnedOn', { name }));
    } catch (error) {
      notifyFailure(t('events.notChanged'), error);
    }
  };
  return (
    <>
      <Button variant="default" onClick={edit.open}>
        {t('events.edit.action')}
      </Button>
      <Button variant="default" onClick={() => void toggle()}>
        {t(enabled ? 'events.turnOff' : 'events.turnOn')}
      </Button>
      <MoreMenu isOfPage name={name}>
        {kind === 'webhook' && (
          <Menu.Item leftSection={<IconRotate size={16} aria-hidden />} onClick={roll.open}>
            {t('events.roll.action')}
          </Menu.Item>
        )}
        <DeleteItem onClick={remove.open}>{t('events.remove.confirm')}</DeleteItem>
      </MoreMenu>
      <EditDestinationDialog me={me} destination={destination} opened={editing} onClose={edit.close} />
      <RollEventSecretDialog me={me} destination={destination} opened={rolling} onClose={roll.close} />
      <ConfirmDialog
        opened={removing}
        onClose={remove.close}
        title={t('events.remove.title', { name })}
        consequences={[t('events.remove.stops'), t('events.remove.log')]}
        action={t('events.remove.confirm')}
        onConfirm={async () => {
          await client.events.deleteEventDestination.mutate(target);
          notifyDone(t('events.remove.done'));
          await navigate(paths.events);
          await refresh();
        }}
      />
    </>
  );
};
