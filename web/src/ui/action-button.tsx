import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';

export interface ActionButtonProps extends ButtonProps {
  /** Why the action is not available; absent while it is. */
  disabled_reason?: string | undefined;
  /** A submit button needs none. */
  onClick?: () => void;
  type?: 'button' | 'submit';
  children: ReactNode;
}

/** A button that is disabled with a reason instead of hidden. It stays focusable, so that the reason can be read. */
export function ActionButton({ disabled_reason, onClick, children, ...rest }: ActionButtonProps) {
  const button = (
    <Button
      {...rest}
      data-disabled={disabled_reason !== undefined || undefined}
      aria-disabled={disabled_reason !== undefined || undefined}
      onClick={disabled_reason === undefined ? () => onClick?.() : (event) => event.preventDefault()}
    >
      {children}
    </Button>
  );
  if (disabled_reason === undefined) return button;
  return (
    <Tooltip label={disabled_reason} multiline maw={280} events={{ hover: true, focus: true, touch: true }}>
      {button}
    </Tooltip>
  );
}
