import { Button, CloseButton, Popover } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { FocusEvent, ReactNode } from 'react';
import classes from './filter-chip.module.css';
import { messages } from './messages.ts';
import { OuterPopover, useOuterPopover } from './nested-popover.ts';

export interface FilterChipProps {
  label: string;
  /** Label of what is set; absent while the filter is not set. */
  value?: string | undefined;
  onClear: () => void;
  /** The editor, in a popover; receives the function that closes it. */
  children: (close: () => void) => ReactNode;
}

/** Escape then closes the popover alone, and not the drawer or dialog that the filter is in. */
const KEEPS_ESCAPE = 'data-mantine-stop-propagation';
const markEscapeTarget = ({ target }: FocusEvent<HTMLElement>): void => target.setAttribute(KEEPS_ESCAPE, 'true');

/** A filter: dashed while empty, filled when set. */
export function FilterChip({ label, value, onClear, children }: FilterChipProps) {
  const { popover, opened, toggle, close, setInner } = useOuterPopover();
  return (
    <Popover {...popover} position="bottom-start" shadow="md" trapFocus>
      <span className={classes.chip} data-set={value !== undefined || undefined}>
        <Popover.Target>
          <Button
            variant="transparent"
            size="compact-sm"
            className={classes.open}
            leftSection={value === undefined ? <IconPlus size={14} aria-hidden /> : null}
            onClick={toggle}
            {...{ [KEEPS_ESCAPE]: opened || undefined }}
          >
            {label}
            {value !== undefined && <span className={classes.value}>{value}</span>}
          </Button>
        </Popover.Target>
        {value !== undefined && (
          <CloseButton size={24} iconSize={14} aria-label={messages().field.clear(label)} onClick={onClear} />
        )}
      </span>
      <Popover.Dropdown onFocus={markEscapeTarget}>
        <OuterPopover value={setInner}>{children(close)}</OuterPopover>
      </Popover.Dropdown>
    </Popover>
  );
}
