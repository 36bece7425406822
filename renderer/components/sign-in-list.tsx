import { Badge, Box, Button, Group, Text } from '@mantine/core';
import { IconLogin2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/operation.ts';
import type { listSignIns } from '#shared/contract/sessions/list-sign-ins.ts';
import { deviceLabel } from './device.logic.ts';
import { PagedList, type PagedQuery } from './paged-list.tsx';
import { placeOf } from './place.logic.ts';
import { EmptyState } from './query-boundary.tsx';
import { RowList } from './row-list.tsx';
import { Timestamp } from './timestamp.tsx';

type SignIns = OutputOf<typeof listSignIns>;
type SignIn = SignIns['sign_ins'][number];

interface SignInListProps {
  list: PagedQuery<SignIns>;
  /** For one's own account: what to do about one that was someone else's. */
  onForeign?: () => void;
}

/** The sign-ins to an account and those that failed, the newest first. */
export const SignInList = ({ list, onForeign }: SignInListProps) => {
  const { t } = useTranslation();
  return (
    <PagedList
      list={list}
      subject={t('components.signIns.what')}
      counted={(count) => t('components.signIns.counted', { count })}
      isFlush
      hidesSinglePage
      empty={<EmptyState icon={<IconLogin2 />} title={t('components.signIns.none')} />}
    >
      {({ sign_ins }) => (
        <RowList label={t('components.signIns.title')}>
          {sign_ins.map((signIn) => (
            <SignInRow
              key={signIn.session_id ?? `${signIn.at} ${signIn.failed_step} ${signIn.ip_address}`}
              signIn={signIn}
              onForeign={onForeign}
            />
          ))}
        </RowList>
      )}
    </PagedList>
  );
};

const SignInRow = ({ signIn, onForeign }: { signIn: SignIn; onForeign: (() => void) | undefined }) => {
  const { t, i18n } = useTranslation();
  const { at, failed_step, attempts, ip_address, country, device, sign_in_method, session_open, current } = signIn;
  const isFailed = failed_step !== null;
  const origin = [
    ip_address === null ? t('components.signIns.others') : placeOf(ip_address, country, i18n.language),
    sign_in_method && t(`components.session.methods.${sign_in_method}`),
  ];
  const name = deviceLabel(device ?? '', t);
  return (
    <Box component="li" className="list-row">
      <div style={{ flex: '1 1 180px' }} className="break-anywhere">
        <Text size="sm" fw={600}>
          {isFailed ? t(`components.signIns.failed.${failed_step}`, { count: attempts }) : name}
        </Text>
        <Text size="xs" c="dimmed">
          {origin.filter(Boolean).join(' · ')}
        </Text>
      </div>
      <Group gap="md" wrap="nowrap">
        {isFailed && <Badge color="red">{t('components.signIns.failed.badge')}</Badge>}
        {current && <Badge color="verdigris">{t('components.session.this')}</Badge>}
        {session_open && !current && <Badge color="gray">{t('components.signIns.open')}</Badge>}
        <Text size="sm" component="span">
          <Timestamp value={at} />
        </Text>
        {onForeign && !isFailed && !current && (
          <Button
            variant="subtle"
            size="xs"
            onClick={onForeign}
            aria-label={t('components.signIns.foreignLabel', { device: name, address: ip_address })}
          >
            {t('components.signIns.foreign')}
          </Button>
        )}
      </Group>
    </Box>
  );
};
