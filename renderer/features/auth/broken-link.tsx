import { Alert } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';

/** A page that needs the token of a mail was opened without one. */
export const MissingToken = () => (
  <Alert color="yellow" title="This link is incomplete" icon={<IconLinkOff aria-hidden />}>
    Open it from the mail again, or copy the whole address. For your safety a link is forgotten when its page is
    reloaded.
  </Alert>
);
