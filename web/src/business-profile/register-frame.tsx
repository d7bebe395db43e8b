import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './business-profile.module.css';
import { messages } from './messages.ts';

export interface RegisterFrameProps {
  logo: ReactNode;
  onSignOut: () => void;
  children: ReactNode;
}

/** The frame of the registration: the logo and the way out, without the navigation of the dashboard. */
export const RegisterFrame = ({ logo, onSignOut, children }: RegisterFrameProps) => (
  <div className={classes.page}>
    <header className={classes.bar}>
      {logo}
      <Button variant="subtle" color="gray" onClick={onSignOut}>
        {messages().flow.sign_out}
      </Button>
    </header>
    <main className={classes.content}>{children}</main>
  </div>
);
