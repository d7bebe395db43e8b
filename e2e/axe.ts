/** Accessibility checks by axe. */
import AxeBuilder from '@axe-core/playwright';
import { type Page, expect } from '@playwright/test';

type ColorScheme = 'light' | 'dark';
interface Finding {
  /** minor, moderate, serious or critical. */
  impact: string | null | undefined;
  /** The rule and the elements that violate it. */
  description: string;
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Rules about colours: only these can differ between colour schemes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Waits for CSS transitions: colours are not final before. */
const waitForTransitions = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const running = document.getAnimations().filter((each) => each instanceof CSSTransition);
    await Promise.allSettled(running.map((each) => each.finished));
  });

/** Waits until the dashboard has followed the scheme of the browser; other pages do so without a script. */
const waitForScheme = (page: Page, scheme: ColorScheme) =>
  page.waitForFunction((expected) => {
    const { mantineColorScheme: shown } = document.documentElement.dataset;
    return shown === undefined || shown === expected;
  }, scheme);

/** Makes the viewport as high as the page: a sticky bar would cover part of a target, wherever the page is scrolled. */
async function showWholePage(page: Page): Promise<() => Promise<void>> {
  const before = page.viewportSize();
  if (before === null) return async () => undefined;
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ ...before, height: Math.max(before.height, height) });
  return () => page.setViewportSize(before);
}

/**
 * The screen, or the dialog that covers it: what is behind a dialog is a screen of its own, whose colours take long to find
 * below the overlay.
 */
async function findColouredPart(page: Page): Promise<string> {
  const modal = '[role=dialog][aria-modal=true]';
  return (await page.locator(modal).filter({ visible: true }).count()) > 0 ? modal : 'html';
}

/** Runs of axe: the rules of the standard except those about colours, or only those. */
const RUNS = {
  structure: {
    runOnly: { type: 'tag', values: TAGS },
    rules: Object.fromEntries(COLOUR_RULES.map((rule) => [rule, { enabled: false }])),
  },
  colours: { runOnly: { type: 'rule', values: COLOUR_RULES } },
} satisfies Record<string, Parameters<AxeBuilder['options']>[0]>;

/**
 * axe for this page. Legacy mode avoids a second page, which is only needed for frames of other origins. It loads axe twice
 * per run, so a page that has it gets an empty script instead.
 */
async function createBuilder(page: Page): Promise<AxeBuilder> {
  const is_loaded = await page.evaluate(() => 'axe' in window);
  return new AxeBuilder({ page, ...(is_loaded ? { axeSource: ';' } : {}) }).setLegacyMode(true);
}

async function runAxe(page: Page, run: keyof typeof RUNS, part: string): Promise<Finding[]> {
  const axe = await createBuilder(page);
  const { violations } = await axe
    .include(part)
    // The options of an open combobox: its arrow keys scroll them, so that they need no focus of their own.
    .exclude('[role=listbox] [data-scrollarea-viewport]')
    .options({ ...RUNS[run], resultTypes: ['violations'] })
    .analyze();
  return violations.map(({ id, impact, nodes }) => ({
    impact,
    description: `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join('\n    ')}`,
  }));
}

/** Checks a screen once by all rules but those about colours, and by these in each scheme; `look` may take a screenshot. */
export async function analyze(
  page: Page,
  schemes: readonly ColorScheme[],
  look?: (scheme: ColorScheme) => Promise<unknown>,
): Promise<Finding[]> {
  const restoreViewport = await showWholePage(page);
  const found = await runAxe(page, 'structure', 'html');
  const part = await findColouredPart(page);
  for (const scheme of schemes) {
    await page.emulateMedia({ colorScheme: scheme });
    await waitForScheme(page, scheme);
    await waitForTransitions(page);
    await look?.(scheme);
    for (const { impact, description } of await runAxe(page, 'colours', part))
      found.push({ impact, description: `${scheme}: ${description}` });
  }
  await restoreViewport();
  return found;
}

/** Findings of serious or critical impact. */
export const filterSerious = (found: readonly Finding[]): string[] =>
  found.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ description }) => description);

/** Expects no finding of any impact on the page, or on the parts that match a selector. */
export async function expectClean(page: Page, selector = 'html'): Promise<void> {
  await waitForTransitions(page);
  const axe = await createBuilder(page);
  const { violations } = await axe.include(selector).withTags(TAGS).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}
