import { Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { RowButton } from './row-button.tsx';

export interface RowMenuProps {
  /** Name of its button. */
  label: string;
  width_px?: number;
  /** Its items. They are rendered when it opens. */
  children: ReactNode;
}

/** The menu of a row. A closed one is its button only, because a menu costs more than the rest of its row. */
export function RowMenu(props: RowMenuProps) {
  const [was_opened, setWasOpened] = useState(false);
  if (was_opened) return <OpenedMenu {...props} />;
  return (
    <RowButton aria-label={props.label} aria-haspopup="menu" aria-expanded={false} onClick={() => setWasOpened(true)}>
      <IconDots size={16} />
    </RowButton>
  );
}

function OpenedMenu({ label, width_px, children }: RowMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  // Its button replaces the one that was clicked: it takes the focus over, and gets it back from the menu.
  useEffect(() => {
    button.current?.focus();
    // oxlint-disable-next-line react/set-state-in-effect -- a menu that opens after it is mounted returns the focus when it closes
    setOpened(true);
  }, []);
  return (
    <Menu
      position="bottom-end"
      shadow="md"
      {...(width_px === undefined ? {} : { width: width_px })}
      opened={opened}
      onChange={setOpened}
    >
      <Menu.Target>
        <RowButton ref={button} aria-label={label}>
          <IconDots size={16} />
        </RowButton>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
