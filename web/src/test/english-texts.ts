/** Finds English texts of the message catalogues on a screen that is in Indonesian. */
import * as labels from '@dasbor/contract/labels';
import { TRANSACTION_STATUSES } from '@dasbor/contract/transaction';
import type { MessageTree } from '../ui/define-messages.ts';

type Entry = MessageTree[string];

/** Stands for every value that a text is built with. */
const VALUE = '\u0001';
const ATTRIBUTES = ['aria-label', 'placeholder', 'title', 'alt'];

const modules = import.meta.glob<Record<string, unknown>>('../**/*messages.ts', { eager: true });
const translations = import.meta.glob<{ INDONESIAN: MessageTree }>('../**/*messages-id.ts', { eager: true });

const english = new Set<string>();
const indonesian = new Set<string>();
// Read while the interface is still in English.
for (const [file, module] of Object.entries(modules)) {
  const translated = translations[file.replace(/\.ts$/, '-id.ts')]?.INDONESIAN;
  const catalogue = Object.values(module).find((each) => typeof each === 'function') as (() => MessageTree) | undefined;
  if (translated !== undefined && catalogue !== undefined) collect(catalogue(), translated);
}
for (const status of TRANSACTION_STATUSES)
  collectText(labels.statusLabel(status, 'en'), labels.statusLabel(status, 'id'));

function collect(en: MessageTree, id: MessageTree): void {
  for (const [key, entry] of Object.entries(en)) {
    const other = id[key];
    if (other === undefined) continue;
    if (typeof entry === 'object' && typeof other === 'object') collect(entry, other);
    else collectText(toText(entry), toText(other));
  }
}

function collectText(en: string | null, id: string | null): void {
  if (en === null || id === null) return;
  indonesian.add(id);
  if (en !== id && hasOwnWord(en, id)) english.add(en);
}

function listWords(text: string): string[] {
  return text.toLowerCase().match(/[a-z]{3,}/g) ?? [];
}

/** Whether a text has a word that its translation lacks: one of loan words alone is found in Indonesian texts too. */
function hasOwnWord(en: string, id: string): boolean {
  const translated = new Set(listWords(id));
  return listWords(en).some((word) => !translated.has(word));
}

/** The text of a message; null for a group, and for a function that does not accept placeholders. */
function toText(entry: Entry): string | null {
  if (typeof entry === 'string') return entry;
  if (typeof entry !== 'function') return null;
  try {
    return String(entry(...(Array.from({ length: entry.length }, () => VALUE) as never[])));
  } catch {
    return null;
  }
}

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const patterns = [...english]
  .filter((text) => text.includes(VALUE))
  .map((text) => new RegExp(`^${text.split(VALUE).map(escape).join('.+')}$`, 'i'));

const isEnglish = (text: string): boolean =>
  !indonesian.has(text) && (english.has(text) || patterns.some((pattern) => pattern.test(text)));

/** Texts and names under an element that are English messages with a different Indonesian one. */
export function findEnglishTexts(root: Element = document.body): string[] {
  const texts: string[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode() !== null) {
    if (walker.currentNode.parentElement?.closest('style, script') === null)
      texts.push(walker.currentNode.nodeValue ?? '');
  }
  for (const element of root.querySelectorAll('*')) {
    for (const name of ATTRIBUTES) texts.push(element.getAttribute(name) ?? '');
  }
  return [...new Set(texts.map((text) => text.trim()).filter(isEnglish))];
}
