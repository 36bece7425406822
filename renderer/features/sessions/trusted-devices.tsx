import { Box, Button, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useTRPC } from '../../api/context.tsx';
import { deviceLabel } from '../../components/device.logic.ts';
import { Moment } from '../../components/moment.tsx';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { Section } from '../../components/page.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { RowList } from '../../components/row-list.tsx';

/** The devices on which the user signs in without a second step. Nothing if there are none. */
export const TrustedDevices = () => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const query = useQuery(trpc.security.listTrustedDevices.queryOptions());
  const removal = useMutation(trpc.security.removeTrustedDevice.mutationOptions());
  // Whether there are any isn't known before.
  if (query.isPending || query.data?.total === 0) return null;
  if (!query.data)
    return (
      <QueryBoundary state={query} subject={t('sessions.trusted.what')}>
        {() => null}
      </QueryBoundary>
    );
  const remove = async (device_id: string) => {
    try {
      await removal.mutateAsync({ device_id });
      notifyDone(t('sessions.trusted.removed'));
    } catch (error) {
      notifyFailure(t('sessions.trusted.notRemoved'), error);
    }
    await queryClient.invalidateQueries(trpc.security.pathFilter());
  };
  return (
    <Section title={t('sessions.trusted.title')} lead={t('sessions.trusted.lead')}>
      <RowList label={t('sessions.trusted.title')}>
        {query.data.devices.map(({ device_id, device, ip_address, created_at, expires_at }) => (
          <Box key={device_id} component="li" className="list-row">
            <div style={{ flex: '1 1 200px' }} className="break-anywhere">
              <Text size="sm" fw={600}>
                {deviceLabel(device, t)}
              </Text>
              <Text size="xs" c="dimmed">
                {ip_address}
              </Text>
            </div>
            <Moment label={t('sessions.trusted.since')} value={created_at} show="date" />
            <Moment label={t('sessions.trusted.until')} value={expires_at} show="date" />
            <Button
              variant="default"
              size="xs"
              onClick={() => void remove(device_id)}
              aria-label={t('sessions.trusted.removeLabel', { device: deviceLabel(device, t) })}
            >
              {t('sessions.trusted.remove')}
            </Button>
          </Box>
        ))}
      </RowList>
    </Section>
  );
};
