/** The language of the signed-in user: one setting for the interface and for the emails they receive. */
import type { Language } from '@dasbor/contract/language';
import { saveProfile } from '@dasbor/contract/profile';
import { call } from '../../api/call.ts';
import { toProblem } from '../../api/problem.ts';
import { changeLanguage } from '../../ui/define-messages.ts';
import { showError } from '../../ui/toast.ts';
import { loadProfile } from './load-slices.ts';

/** Saves the user's choice, then shows the interface in it. Nothing changes when it cannot be saved. */
export async function switchLanguage(language: Language): Promise<void> {
  try {
    await call(saveProfile, { body: { locale: language } });
  } catch (error) {
    return showError(toProblem(error).detail);
  }
  await loadProfile();
  await changeLanguage(language);
}
