import { Badge, Box, Button, Group, Text, ThemeIcon } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet, IconTerminal2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SignInMethod } from '#shared/rules/sign-in-methods.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { deviceKind, deviceLabel } from './device.logic.ts';
import { placeOf } from './place.logic.ts';
import { RowList } from './row-list.tsx';
import { Timestamp } from './timestamp.tsx';

interface ShownSession {
  session_id: string;
  device: string;
  ip_address: string;
  /** Of the address, if the service sends it and knows it. */
  country?: string | null;
  last_active: string;
  current: boolean;
  /** Start of the session, if the service sends it. */
  created_at?: string;
  /** How it began, if the service sends it and knows it. */
  sign_in_method?: SignInMethod | null;
}

interface SessionListProps<Shown extends ShownSession> {
  sessions: readonly Shown[];
  /** Owner of the sessions, if not the current user. */
  whose?: string;
  /** Undefined for someone who may see them, but not end any. */
  onEnd?: (session: Shown) => Promise<unknown>;
}

const icons = {
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  desktop: IconDeviceDesktop,
  tool: IconTerminal2,
} as const;

/** Active sessions, each with a button to end it. */
export const SessionList = <Shown extends ShownSession>({ sessions, whose, onEnd }: SessionListProps<Shown>) => {
  const { t } = useTranslation();
  const [ending, setEnding] = useState<Shown>();
  return (
    <>
      <RowList label={t('components.session.list')}>
        {currentFirst(sessions).map((session) => (
          <SessionRow
            key={session.session_id}
            session={session}
            isOwn={whose === undefined}
            onEnd={onEnd && (() => setEnding(session))}
          />
        ))}
      </RowList>
      <ConfirmDialog
        opened={ending !== undefined}
        onClose={() => setEnding(undefined)}
        title={
          ending?.current
            ? t('components.session.endThis')
            : t(whose === undefined ? 'components.session.signOutThat' : 'components.session.endThat', {
                device: deviceLabel(ending?.device ?? '', t),
              })
        }
        consequences={
          ending?.current
            ? [t('components.session.signedOutHere')]
            : [
                whose === undefined
                  ? t('components.session.youSignedOutThere')
                  : t('components.session.signedOutThere', { who: whose }),
                t('components.session.unsaved'),
              ]
        }
        action={t(whose === undefined ? 'components.session.signOut' : 'components.session.end')}
        onConfirm={async () => ending && (await onEnd?.(ending))}
      />
    </>
  );
};

const currentFirst = <Shown extends ShownSession>(sessions: readonly Shown[]): Shown[] =>
  sessions.toSorted((one, other) => Number(other.current) - Number(one.current));

interface SessionRowProps {
  session: ShownSession;
  isOwn: boolean;
  onEnd: (() => void) | undefined;
}

const SessionRow = ({ session, isOwn, onEnd }: SessionRowProps) => {
  const { t, i18n } = useTranslation();
  const device = deviceLabel(session.device, t);
  const Icon = icons[deviceKind(session.device)];
  return (
    <Box component="li" className="list-row">
      <Group gap="md" wrap="nowrap" flex="1 1 180px" miw={0}>
        <ThemeIcon variant="light" size={40} color={session.current ? 'verdigris' : 'gray'} aria-hidden>
          <Icon size={22} stroke={1.6} />
        </ThemeIcon>
        <div>
          <Group gap="xs">
            <Text fw={600} size="sm">
              {device}
            </Text>
            {session.current && <Badge size="sm">{t('components.session.this')}</Badge>}
          </Group>
          <Text size="xs" c="dimmed" className="break-anywhere">
            {[
              placeOf(session.ip_address, session.country, i18n.language),
              session.sign_in_method && t(`components.session.methods.${session.sign_in_method}`),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </div>
      </Group>
      <Moment label={t('components.session.lastActive')} value={session.last_active} />
      {session.created_at && <Moment label={t('components.session.started')} value={session.created_at} />}
      {onEnd && (
        <Button
          variant="default"
          size="xs"
          onClick={onEnd}
          aria-label={t(isOwn ? 'components.session.signOutLabel' : 'components.session.endLabel', {
            device,
            address: session.ip_address,
          })}
        >
          {t(isOwn ? 'components.session.signOut' : 'components.session.end')}
        </Button>
      )}
    </Box>
  );
};

const Moment = ({ label, value }: { label: string; value: string }) => (
  <Box w={{ base: 'calc(50% - 8px)', xs: 120 }} className="list-moment">
    <Text size="xs" c="dimmed">
      {label}
    </Text>
    <Text size="sm" component="span">
      <Timestamp value={value} />
    </Text>
  </Box>
);
