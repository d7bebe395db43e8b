import { Suspense, lazy, useEffect, useState } from 'react';
import { type StepUpResult, handleStepUp } from '../../api/step-up.ts';
import { withMessages } from '../../ui/define-messages.ts';

const loadDialog = withMessages(() => import('../../second-factor/step-up-dialog.tsx'));
const StepUpDialog = lazy(async () => ({ default: (await loadDialog()).StepUpDialog }));

/** Container of the step-up dialog; empty until a call requires a step-up. */
export function StepUpHost() {
  const [answer, setAnswer] = useState<((result: StepUpResult) => void) | null>(null);
  useEffect(
    () =>
      handleStepUp(async () => {
        // A dialog that cannot be loaded leaves the call with the server's error.
        if (!(await loadDialog().catch(() => null))) return { confirmed: false, detail: null };
        return new Promise((resolve) => setAnswer(() => resolve));
      }),
    [],
  );
  if (!answer) return null;
  const onDone = (result: StepUpResult) => {
    setAnswer(null);
    answer(result);
  };
  return (
    <Suspense>
      <StepUpDialog onDone={onDone} />
    </Suspense>
  );
}
