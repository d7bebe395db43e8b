/** Language and time zone of the signed-in user: one setting each for the interface, and for their emails or files. */
import type { Language } from '@dasbor/contract/language';
import { saveProfile } from '@dasbor/contract/profile';
import type { TimeZone } from '@dasbor/contract/time';
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

/**
 * Saves the user's zone; the loaded profile then shows the interface in it.
 *
 * @throws CallError when it could not be saved; the zone then stays as it is
 */
export async function switchTimeZone(time_zone: TimeZone): Promise<void> {
  await call(saveProfile, { body: { time_zone } });
  await loadProfile();
}
