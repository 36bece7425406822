import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import type { KeyboardEvent } from 'react';

/** Whether a closed list of the browser would change its value on this key, without showing what there is to choose. */
const changesUnseen = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  !(altKey || ctrlKey || metaKey) &&
  (key.startsWith('Arrow') || ['Home', 'End', 'PageUp', 'PageDown'].includes(key) || (key.length === 1 && key !== ' '));

/** Opens the list on a key that would have changed the value. Safari on a Mac does that on its own. */
const openInstead = (event: KeyboardEvent<HTMLSelectElement>): void => {
  const select = event.currentTarget;
  if (!changesUnseen(event) || !('showPicker' in select) || select.matches(':open')) return;
  event.preventDefault();
  select.showPicker();
};

/**
 * A list whose choice takes effect at once, such as a role. A key only opens it: the choice is made in the open list,
 * with Enter or a click (WCAG 3.2.2).
 */
export const ImmediateSelect = (props: NativeSelectProps) => <NativeSelect {...props} onKeyDown={openInstead} />;
