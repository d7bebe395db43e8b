/** The page's two languages. */
import { en } from './text-en.ts';
import { id } from './text-id.ts';

export type Text = typeof en;
export type Language = 'en' | 'id';

export const TEXTS: Record<Language, Text> = { en, id };
