import type { NotificationConfiguration } from '@dasbor/contract/report-delivery';
import { type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';
import { toFieldProblems } from '../api/problem.ts';
import { useUnsavedChanges } from '../ui/unsaved-changes.tsx';
import {
  type DeliveryForm,
  isChanged,
  toForm,
  buildSaveBody,
  findSaveErrors,
  usesEmail,
  buildSftpDetails,
  findTestErrors,
} from './delivery-rules.ts';
import { useSaveConfiguration, useTestConnection } from './use-configuration.ts';

const VALIDATE = { save: findSaveErrors, test: findTestErrors } as const;

/** The state of the delivery form; `card` contains its fields, of which the first invalid one is focused. */
export function useDeliveryForm(stored: NotificationConfiguration, card: RefObject<HTMLElement | null>) {
  // Null while unchanged: the form then follows the stored configuration.
  const [edited, setEdited] = useState<DeliveryForm | null>(null);
  const [draft, setDraft] = useState('');
  const [submitted, setSubmitted] = useState<'save' | 'test' | null>(null);
  const save = useSaveConfiguration(() => {
    setEdited(null);
    setSubmitted(null);
  });
  const test = useTestConnection();
  const form = edited ?? toForm(stored);
  const is_dirty = isChanged(form, stored) || (usesEmail(form.method) && draft.trim() !== '');
  useUnsavedChanges(is_dirty);

  const isComplete = (action: 'save' | 'test'): boolean => {
    flushSync(() => setSubmitted(action));
    const found = Object.keys(VALIDATE[action](form, stored)).length;
    if (found > 0) card.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    return found === 0;
  };
  return {
    form,
    change: (part: Partial<DeliveryForm>) => {
      setEdited({ ...form, ...part });
      // Errors of the server refer to the previous values.
      if (save.isError) save.reset();
      if (test.isError) test.reset();
    },
    /** The typed recipient that is not added yet. */
    draft,
    setDraft,
    is_dirty,
    /** Remaining validation errors of the last save or test. */
    problems: submitted === null ? {} : VALIDATE[submitted](form, stored),
    /** Errors of the server, by field. */
    refused: toFieldProblems(save.error ?? test.error),
    save: () => isComplete('save') && save.mutate(buildSaveBody(form)),
    is_saving: save.isPending,
    test: () => isComplete('test') && test.mutate(buildSftpDetails(form)),
    is_testing: test.isPending,
    /** The last successful test. */
    tested: test.data && { ...test.variables, ...test.data.data },
  };
}
