import { Button } from '@mantine/core';
import { useState } from 'react';
import { isPasskeySupported, isPasskeyCancelled } from '../api/passkey.ts';
import { toProblem } from '../api/problem.ts';
import { messages } from './messages.ts';

export interface PasskeyButtonProps {
  signIn: () => Promise<void>;
  onSignedIn: () => void;
  onFailed: (detail: string) => void;
}

/** Sign-in by passkey; nothing in a browser that has none. */
export function PasskeyButton({ signIn, onSignedIn, onFailed }: PasskeyButtonProps) {
  const [is_busy, setBusy] = useState(false);
  if (!isPasskeySupported()) return null;
  const use = () => {
    setBusy(true);
    signIn()
      .then(onSignedIn)
      .catch((error: unknown) =>
        onFailed(isPasskeyCancelled(error) ? messages().passkey_cancelled : toProblem(error).detail),
      )
      .finally(() => setBusy(false));
  };
  return (
    <Button variant="default" loading={is_busy} onClick={use} fullWidth>
      {messages().use_passkey}
    </Button>
  );
}
