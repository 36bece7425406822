import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { day, lifetimes } from '#shared/limits.ts';
import { useTRPCClient } from '../../api/context.tsx';
import type { Me } from '../../api/me.ts';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { Section } from '../../components/page.tsx';
import { saveJson } from '../../components/save-file.ts';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';

export const DataTab = ({ me }: { me: Me }) => {
  const client = useTRPCClient();
  const [deleting, deletion] = useDisclosure();
  const download = useMutation({
    mutationFn: () => client.profile.exportMe.query(),
    onSuccess: (data) => {
      saveJson(`castellan-export-${data.exported_at.slice(0, 10)}.json`, data);
      notifyDone('Your data is saved as a file.');
    },
    onError: (error) => notifyFailure('Your data could not be exported', error),
  });
  return (
    <Stack gap="lg">
      <Section title="Export my data" lead="Everything that is stored about your account, in one JSON file.">
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          Export my data
        </Button>
      </Section>
      <Section title="Delete account">
        <Stack align="flex-start">
          <Text size="sm">
            Your account is deleted for good {lifetimes.deletionGrace / day} days after you ask for it. Until then you
            can sign in to take it back.
          </Text>
          <Button
            color="red"
            variant="outline"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={deletion.open}
          >
            Delete account
          </Button>
        </Stack>
      </Section>
      <DeleteAccountDialog me={me} opened={deleting} onClose={deletion.close} />
    </Stack>
  );
};
