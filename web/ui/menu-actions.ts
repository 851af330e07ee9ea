import type { Icon } from '@tabler/icons-react';
import type { ReactElement } from 'react';

export interface MenuAction {
  label: string;
  icon: Icon;
  isDanger?: boolean;
  onClick: () => void;
}

export interface ActionMenuProps {
  /** The id of the button. */
  id: string;
  /** The button that opens the menu. */
  target: ReactElement<TargetProps>;
  /** Lists of actions with a line between them. */
  groups: readonly (readonly MenuAction[])[];
  width?: number;
}

interface TargetProps {
  id?: string;
  onClick?: () => void;
  onPointerEnter?: () => void;
  onFocus?: () => void;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
}
