import { Badge, Box, Button, Group, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet, IconTerminal2 } from '@tabler/icons-react';
import { useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { deviceKind } from './device.rules.ts';
import { Timestamp } from './timestamp.tsx';

interface ShownSession {
  session_id: string;
  device: string;
  ip_address: string;
  last_active: string;
  current: boolean;
}

interface SessionListProps<Shown extends ShownSession> {
  sessions: readonly Shown[];
  /** Whose sessions these are, where they are not the reader's own. */
  whose?: string;
  onEnd: (session: Shown) => Promise<unknown>;
}

const icons = {
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  desktop: IconDeviceDesktop,
  tool: IconTerminal2,
} as const;

/** Where somebody is signed in, and the way to end it. */
export const SessionList = <Shown extends ShownSession>({ sessions, whose, onEnd }: SessionListProps<Shown>) => {
  const [ending, setEnding] = useState<Shown>();
  return (
    <>
      <Stack component="ul" gap={0} p={0} m={0} style={{ listStyle: 'none' }} aria-label="Sessions">
        {sessions.map((session) => (
          <SessionRow key={session.session_id} session={session} onEnd={() => setEnding(session)} />
        ))}
      </Stack>
      <ConfirmDialog
        opened={ending !== undefined}
        onClose={() => setEnding(undefined)}
        title={ending?.current ? 'End this session?' : `End the session of ${ending?.device ?? ''}?`}
        consequences={
          ending?.current
            ? ['You are signed out here, and have to sign in again.']
            : [`${whose ?? 'Whoever uses it'} is signed out there at once.`, 'Work that is not saved there is lost.']
        }
        action="End session"
        onConfirm={async () => ending && (await onEnd(ending))}
      />
    </>
  );
};

const SessionRow = ({ session, onEnd }: { session: ShownSession; onEnd: () => void }) => {
  const Icon = icons[deviceKind(session.device)];
  return (
    <Box component="li" className="list-row">
      <Group gap="md" wrap="nowrap" flex={1} miw={0}>
        <ThemeIcon variant="light" size={40} color={session.current ? 'verdigris' : 'gray'} aria-hidden>
          <Icon size={22} stroke={1.6} />
        </ThemeIcon>
        <div>
          <Group gap="xs">
            <Text fw={500} size="sm">
              {session.device}
            </Text>
            {session.current && <Badge size="sm">This session</Badge>}
          </Group>
          <Text size="xs" c="dimmed" className="break-anywhere">
            {session.ip_address}
          </Text>
        </div>
      </Group>
      <Box w={{ base: '100%', xs: 170 }}>
        <Text size="xs" c="dimmed">
          Last active
        </Text>
        <Timestamp value={session.last_active} />
      </Box>
      <Button
        variant="default"
        size="xs"
        onClick={onEnd}
        aria-label={`End session: ${session.device}, ${session.ip_address}`}
      >
        End session
      </Button>
    </Box>
  );
};
