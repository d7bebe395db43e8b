import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';

export interface ReasonedButtonProps extends ButtonProps {
  /** Why the action is not available; absent while it is. */
  reason?: string | undefined;
  /** A submit button needs none. */
  onClick?: () => void;
  type?: 'button' | 'submit';
  children: ReactNode;
}

/** A button that is disabled with a reason instead of hidden. It stays focusable, so that the reason can be read. */
export function ReasonedButton({ reason, onClick, children, ...rest }: ReasonedButtonProps) {
  const button = (
    <Button
      {...rest}
      data-disabled={reason !== undefined || undefined}
      aria-disabled={reason !== undefined || undefined}
      onClick={reason === undefined ? () => onClick?.() : (event) => event.preventDefault()}
    >
      {children}
    </Button>
  );
  if (reason === undefined) return button;
  return (
    <Tooltip label={reason} multiline maw={280} events={{ hover: true, focus: true, touch: true }}>
      {button}
    </Tooltip>
  );
}
