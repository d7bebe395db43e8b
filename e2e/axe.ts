/** What axe finds on a screen. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

type ColorScheme = 'light' | 'dark';
interface Finding {
  /** minor, moderate, serious or critical. */
  impact: string | null | undefined;
  /** The rule, and what breaks it. */
  told: string;
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules that look at colours: only they can judge the same screen differently in another scheme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Half-way through a transition nothing has its colour. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const running = document.getAnimations().filter((each) => each instanceof CSSTransition);
    await Promise.allSettled(running.map((each) => each.finished));
  });

/** Judges a screen by every rule in the first scheme and by the colours in the others; `look` may take a picture. */
export async function judgeIn(
  page: Page,
  schemes: readonly ColorScheme[],
  look?: (scheme: ColorScheme) => Promise<unknown>,
): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const [place, scheme] of schemes.entries()) {
    await page.emulateMedia({ colorScheme: scheme });
    await settle(page);
    await look?.(scheme);
    // Legacy: without a second page, which only frames of other origins need. No screen of ours has frames.
    const { violations } = await new AxeBuilder({ page })
      .setLegacyMode(true)
      .options({
        runOnly: place === 0 ? { type: 'tag', values: TAGS } : { type: 'rule', values: COLOUR_RULES },
        resultTypes: ['violations'],
      })
      .analyze();
    for (const { id, impact, nodes } of violations) {
      const told = `${scheme}: ${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join('\n    ')}`;
      found.push({ impact, told });
    }
  }
  return found;
}

/** The findings that keep somebody from using the screen. */
export const seriousOf = (found: readonly Finding[]): string[] =>
  found.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ told }) => told);
