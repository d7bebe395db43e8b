import type { Language } from '@dasbor/contract/language';
import { LOCALES } from '@dasbor/contract/profile';
import { useMutation } from '@tanstack/react-query';
import type { Profile } from '../api/signed-in.ts';
import { LANGUAGE_NAMES } from '../ui/language-names.ts';
import { Panel } from '../ui/panel.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { showSuccess } from '../ui/toast.ts';
import { messages } from './messages.ts';

const OPTIONS = LOCALES.map((locale) => ({ name: LANGUAGE_NAMES[locale], locale }));

export interface LanguagePanelProps {
  locale: Profile['locale'];
  /** Saves the language and shows the interface in it. */
  onSwitch: (language: Language) => Promise<void>;
}

/** The language of the dashboard and of the user's emails; saved as soon as it is selected. */
export function LanguagePanel({ locale, onSwitch }: LanguagePanelProps) {
  const t = messages().language;
  const saving = useMutation({
    mutationFn: onSwitch,
    onSuccess: () => void showSuccess(messages().language.updated),
  });
  const shown = saving.isPending ? saving.variables : locale;
  return (
    <Panel title={t.title}>
      <SelectField
        label={t.label}
        description={t.description}
        disabled={saving.isPending}
        options={OPTIONS}
        value={OPTIONS.find((option) => option.locale === shown) ?? null}
        onChange={(option) => option && option.locale !== locale && saving.mutate(option.locale)}
      />
    </Panel>
  );
}
