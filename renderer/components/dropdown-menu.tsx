import { Menu, type MenuProps } from '@mantine/core';
import { useHotkeys, useUncontrolled } from '@mantine/hooks';

/** A menu that Escape closes wherever the focus is: right after opening, that is still its button. */
export const DropdownMenu = ({ opened, defaultOpened, onChange, ...rest }: MenuProps) => {
  const [isOpen, setOpen] = useUncontrolled({
    ...(opened !== undefined && { value: opened }),
    ...(defaultOpened !== undefined && { defaultValue: defaultOpened }),
    ...(onChange && { onChange }),
    finalValue: false,
  });
  useHotkeys(isOpen ? [['Escape', () => setOpen(false)]] : [], []);
  return <Menu {...rest} opened={isOpen} onChange={setOpen} />;
};
