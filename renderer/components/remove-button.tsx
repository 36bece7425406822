import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';

/** Takes one row out of a list. Red only where it is pointed at: a page has many of them. */
export const RemoveButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <ActionIcon className="remove-button" color="gray" aria-label={label} onClick={onClick}>
    <IconX size={16} aria-hidden />
  </ActionIcon>
);
