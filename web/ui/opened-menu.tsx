import { Menu } from '@mantine/core';
import { cloneElement, Fragment, useEffect, useRef, type ReactElement, type Ref } from 'react';
import type { ActionMenuProps } from './menu-actions.ts';

/** The menu of `ActionMenu`. It opens as soon as it is drawn: its button has just been pressed. */
export function OpenedMenu({ id, target, groups, width }: ActionMenuProps) {
  const button = useRef<HTMLElement>(null);
  useEffect(() => {
    // The button is a new element; the menu returns the focus to whoever has it when it opens.
    button.current?.focus({ preventScroll: true });
    button.current?.click();
  }, []);
  return (
    <Menu id={id} position="bottom-end" {...(width === undefined ? {} : { width })}>
      <Menu.Target>
        {cloneElement(target as ReactElement<{ ref: Ref<HTMLElement> }>, { ref: button })}
      </Menu.Target>
      <Menu.Dropdown>
        {groups.map((actions, index) => (
          <Fragment key={actions[0]?.label}>
            {index > 0 && <Menu.Divider />}
            {actions.map(({ label, icon: ActionIcon, isDanger, onClick }) => (
              <Menu.Item
                key={label}
                {...(isDanger === true ? { c: 'var(--lectern-red)' } : {})}
                leftSection={<ActionIcon size={17} stroke={1.6} aria-hidden />}
                onClick={onClick}
              >
                {label}
              </Menu.Item>
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
