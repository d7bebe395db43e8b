import type { ComponentProps } from 'react';
import classes from './row-button.module.css';

export interface RowButtonProps extends ComponentProps<'button'> {
  /** Its name, as it shows only an icon. */
  'aria-label': string;
}

/** A button with an icon in a row. A list has a hundred of them, so it is lighter than Mantine's. */
export const RowButton = (props: RowButtonProps) => (
  <button type="button" {...props} className={`mantine-focus-auto ${classes.button}`} />
);
