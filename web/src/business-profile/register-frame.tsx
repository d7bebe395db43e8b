import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { UnsavedChangesModal, hasUnsavedChanges } from '../ui/unsaved-changes.tsx';
import classes from './business-profile.module.css';
import { messages } from './messages.ts';

export interface RegisterFrameProps {
  logo: ReactNode;
  onSignOut: () => void;
  children: ReactNode;
}

/** The frame of the registration: the logo and the way out, without the navigation of the dashboard. */
export function RegisterFrame({ logo, onSignOut, children }: RegisterFrameProps) {
  const [is_asked, setAsked] = useState(false);
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        {logo}
        <Button variant="subtle" color="gray" onClick={() => (hasUnsavedChanges() ? setAsked(true) : onSignOut())}>
          {messages().flow.sign_out}
        </Button>
      </header>
      <main className={classes.content}>{children}</main>
      <UnsavedChangesModal opened={is_asked} onStay={() => setAsked(false)} onLeave={onSignOut} />
    </div>
  );
}
