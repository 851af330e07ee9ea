import { ActionIcon, Loader, type ActionIconProps } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { Hint } from './hover-card.tsx';

/** A button with an icon only. It keeps the focus while disabled, so that keyboard users do not lose their place. */
export function IconButton({
  icon: Icon,
  label,
  hint,
  size = 36,
  isInactive = false,
  isWorking = false,
  onClick,
  ...button
}: {
  icon: TablerIcon;
  label: string;
  /** The tooltip; left out if the icon is clear enough. */
  hint?: string;
  /** In pixels. */
  size?: number;
  isInactive?: boolean;
  isWorking?: boolean;
  onClick?: () => void;
} & Omit<ActionIconProps, 'size'> &
  Pick<ComponentProps<'button'>, 'id' | 'type' | 'aria-keyshortcuts' | 'aria-expanded' | 'aria-controls'>) {
  const drawn = (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={size}
      aria-label={label}
      aria-disabled={isInactive || undefined}
      data-disabled={isInactive || undefined}
      onClick={() => {
        if (!isInactive) onClick?.();
      }}
      {...button}
    >
      {isWorking ? (
        <Loader size={size / 2} aria-hidden />
      ) : (
        <Icon size={Math.round(size / 2) + 1} stroke={1.6} aria-hidden />
      )}
    </ActionIcon>
  );
  return hint === undefined ? drawn : <Hint label={hint}>{drawn}</Hint>;
}
