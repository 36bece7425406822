import { useCallback, useEffect, useState } from 'react';

interface Begun<Target, Name> {
  name: Name;
  targets: readonly Target[];
}

/**
 * The command that was chosen last, and whether its dialog is open. The dialog is there, closed, before it opens: that is how it knows where
 * the focus was.
 */
export const useTask = <Target, Name extends string>() => {
  const [task, setTask] = useState<Begun<Target, Name>>();
  const [opened, setOpened] = useState(false);
  useEffect(() => setOpened(task !== undefined), [task]);
  const start = useCallback((name: Name, targets: readonly Target[]) => {
    setOpened(false);
    setTask({ name, targets });
  }, []);
  return {
    start,
    task: task && { ...task, opened, onClose: () => setOpened(false) },
  };
};
