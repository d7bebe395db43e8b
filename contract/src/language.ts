/** The two languages of the product. English is the specification's; everything a person reads exists in both. */

export const LANGUAGES = ['en', 'id'] as const;
export type Language = (typeof LANGUAGES)[number];

/** One text in both languages. */
export type Localized = Readonly<Record<Language, string>>;

/** Builds a text in both languages, where it is used: errors, labels, short sentences. */
export const localized = (en: string, id: string): Localized => ({ en, id });

/** The language of an `Accept-Language` header or a browser's language tag; English where it names neither. */
export function parseLanguage(tag: string | null | undefined): Language {
  for (const part of (tag ?? '').toLowerCase().split(',')) {
    const name = part.trim().split(/[-;]/)[0];
    if (name === 'id' || name === 'in') return 'id';
    if (name === 'en') return 'en';
  }
  return 'en';
}

const translations = new Map<string, string>();

/**
 * Declares a validation message in both languages and returns the English one, which schemas and rules contain.
 * For texts that are fixed when the module loads: the list of translations never grows afterwards.
 */
export function validationMessage(en: string, id: string): string {
  translations.set(en, id);
  return en;
}

/** Translates a text that an earlier version stored as the text that replaced it. */
export function declareLegacyMessage(former: string, current: string): void {
  translations.set(former, translateMessage(current, 'id'));
}

/** A declared validation message in a language; the message itself where it was not declared. */
export const translateMessage = (message: string, language: Language): string =>
  language === 'id' ? (translations.get(message) ?? message) : message;
