import type { BusinessProfile } from '@dasbor/contract/business-profile';
import { VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { messages } from './messages.ts';
import classes from './register-stepper.module.css';

export type RegisterKind = 'personal' | 'enterprise';

/** Steps of the form; each is saved when it is left. */
export const STEPS = {
  personal: ['business', 'address', 'people', 'documents', 'review'],
  enterprise: ['business', 'address', 'legal', 'people', 'documents', 'review'],
} as const satisfies Record<RegisterKind, readonly string[]>;
export type Step = (typeof STEPS)['enterprise'][number];

interface RegisterStepperProps {
  steps: readonly Step[];
  step: Step;
  profile: Pick<BusinessProfile, 'missing'>;
  onStep: (step: Step) => void;
}

/** The steps in any order; a check marks those in which nothing is missing. */
export function RegisterStepper({ steps, step, profile, onStep }: RegisterStepperProps) {
  const t = messages();
  const isComplete = (each: Step) => each !== 'review' && !profile.missing.some(({ section }) => section === each);
  return (
    <nav aria-label={t.flow.steps}>
      <ol className={classes.steps}>
        {steps.map((each, index) => (
          <li key={each} className={classes.item}>
            <button
              type="button"
              className={classes.step}
              aria-current={each === step ? 'step' : undefined}
              data-complete={isComplete(each) || undefined}
              onClick={() => onStep(each)}
            >
              <span className={classes.mark} aria-hidden>
                {isComplete(each) ? <IconCheck size={18} /> : index + 1}
              </span>
              <span className={classes.label}>{t.sections[each]}</span>
              {isComplete(each) && <VisuallyHidden> ({t.flow.complete})</VisuallyHidden>}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
