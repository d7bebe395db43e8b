import { LOCALES, saveProfile } from '@dasbor/contract/profile';
import { useMutation } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import type { Profile } from '../api/signed-in.ts';
import { Panel } from '../ui/panel.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { showSuccess } from '../ui/toast.ts';

type Locale = Profile['locale'];

const NAMES: Record<Locale, string> = { en: 'English', id: 'Bahasa Indonesia' };
const OPTIONS = LOCALES.map((locale) => ({ name: NAMES[locale], locale }));

/** In which language one is written to. Saved as it is chosen; `onSaved` has the profile read again. */
export function EmailLanguage({ locale, onSaved }: { locale: Locale; onSaved: () => void }) {
  const saving = useMutation({
    mutationFn: (chosen: Locale) => call(saveProfile, { body: { locale: chosen } }),
    onSuccess: () => {
      onSaved();
      void showSuccess('Email language updated successfully');
    },
  });
  const shown = saving.isPending ? saving.variables : locale;
  return (
    <Panel title="Your emails">
      <SelectField
        label="Language"
        description="Notification emails are written to you in this language. What is sent is chosen under Manage Notifications."
        disabled={saving.isPending}
        options={OPTIONS}
        value={OPTIONS.find((option) => option.locale === shown) ?? null}
        onChange={(option) => option && option.locale !== locale && saving.mutate(option.locale)}
      />
    </Panel>
  );
}
