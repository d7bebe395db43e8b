/** The language of the signed-in user: one setting for the interface and for the emails they receive. */
import type { Language } from '@dasbor/contract/language';
import { saveProfile } from '@dasbor/contract/profile';
import { call } from '../../api/call.ts';
import { changeLanguage } from '../../ui/define-messages.ts';
import { loadProfile } from './load-slices.ts';

/**
 * Saves the user's choice, then shows the interface in it.
 *
 * @throws CallError when it could not be saved; the language then stays as it is
 */
export async function switchLanguage(language: Language): Promise<void> {
  await call(saveProfile, { body: { locale: language } });
  await loadProfile();
  await changeLanguage(language);
}
