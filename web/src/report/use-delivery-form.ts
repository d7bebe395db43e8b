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

const PROBLEMS_OF = { save: findSaveErrors, test: findTestErrors } as const;

/** The state of the delivery form over what is loaded; `card` holds its fields, of which the first faulty one is focused. */
export function useDeliveryForm(stored: NotificationConfiguration, card: RefObject<HTMLElement | null>) {
  // Null while nothing was changed: the form then follows what is loaded.
  const [edited, setEdited] = useState<DeliveryForm | null>(null);
  const [draft, setDraft] = useState('');
  const [asked, setAsked] = useState<'save' | 'test' | null>(null);
  const save = useSaveConfiguration(() => {
    setEdited(null);
    setAsked(null);
  });
  const test = useTestConnection();
  const form = edited ?? toForm(stored);
  const is_dirty = isChanged(form, stored) || (usesEmail(form.method) && draft.trim() !== '');
  useUnsavedChanges(is_dirty);

  const isComplete = (wish: 'save' | 'test'): boolean => {
    flushSync(() => setAsked(wish));
    const found = Object.keys(PROBLEMS_OF[wish](form, stored)).length;
    if (found > 0) card.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    return found === 0;
  };
  return {
    form,
    change: (part: Partial<DeliveryForm>) => {
      setEdited({ ...form, ...part });
      // What the server found wrong was about the form as it was then.
      if (save.isError) save.reset();
      if (test.isError) test.reset();
    },
    /** A recipient that is typed and not added yet. */
    draft,
    setDraft,
    is_dirty,
    /** What the last save or test found missing, as far as it still is. */
    problems: asked === null ? {} : PROBLEMS_OF[asked](form, stored),
    /** What the server found wrong, by its own field names. */
    refused: toFieldProblems(save.error ?? test.error),
    save: () => isComplete('save') && save.mutate(buildSaveBody(form)),
    is_saving: save.isPending,
    test: () => isComplete('test') && test.mutate(buildSftpDetails(form)),
    is_testing: test.isPending,
    /** The last test that succeeded. */
    tested: test.data && { ...test.variables, ...test.data.data },
  };
}
