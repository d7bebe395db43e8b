/** Whether every part of the component library on a page has its styles: screens outside the frame import them one by one. */
import * as fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

const FILES = ['core/styles.css', 'dates/styles.css', 'notifications/styles.css'];
const CLASS = /\.(m_[0-9a-f]+)/g;

/** Classes that the library has styles for. */
const styled: string[] = FILES.flatMap((file) => {
  const text = fs.readFileSync(fileURLToPath(new URL(`../node_modules/@mantine/${file}`, import.meta.url)), 'utf8');
  return [...text.matchAll(CLASS)].map(([, name]) => name ?? '');
});

/** Elements whose styles are not loaded. */
export const findUnstyled = (page: Page): Promise<string[]> =>
  page.evaluate(
    ({ known, pattern }) => {
      const loaded = new Set<string>();
      const read = (rules: CSSRuleList): void => {
        for (const rule of rules) {
          if (rule instanceof CSSStyleRule)
            for (const [, name] of rule.selectorText.matchAll(new RegExp(pattern, 'g'))) loaded.add(name ?? '');
          if ('cssRules' in rule) read(rule.cssRules as CSSRuleList);
        }
      };
      // The sheets of other origins cannot be read; there are none.
      for (const sheet of document.styleSheets) read(sheet.cssRules);
      const missing = known.filter((name) => !loaded.has(name));
      return missing.flatMap((name) =>
        [...document.querySelectorAll(`.${name}`)].map(({ className }) => String(className)),
      );
    },
    { known: [...new Set(styled)], pattern: CLASS.source },
  );
