import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { DARK, GRAY, PRIMARY, TEXT, theme } from './theme.ts';

const here = pathToFileURL(path.join(import.meta.dirname, 'theme.ts'));

const channel = (value: number): number => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => channel(Number.parseInt(colour.slice(at, at + 2), 16) / 255)) as [
    number,
    number,
    number,
  ];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast of two colours by WCAG 2. */
function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

test('spec §1, §9: primary colour #5D87FF, font Plus Jakarta Sans', () => {
  expect(theme.primaryColor).toBe('primary');
  expect(PRIMARY[5]).toBe('#5D87FF');
  expect(theme.colors?.['primary']).toBe(PRIMARY);
  expect(PRIMARY).toHaveLength(10);
  expect(theme.fontFamily).toMatch(/^'Plus Jakarta Sans'/);
  expect(theme.headings?.fontFamily).toBe(theme.fontFamily);
});

test('spec §1, §9: the font comes with the dashboard', () => {
  const [, file = ''] = /src: url\('([^']+)'\)/.exec(readFileSync(new URL('font.css', here), 'utf8')) ?? [];
  const packed = createRequire(here).resolve(file);
  expect(readFileSync(packed).subarray(0, 4).toString('latin1')).toBe('wOF2');
});

test('spec §2: what is wrong is red, on light and on dark ground', () => {
  for (const { error } of [TEXT.light, TEXT.dark]) {
    const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(error.slice(at, at + 2), 16)) as [
      number,
      number,
      number,
    ];
    expect(red).toBeGreaterThan(1.5 * Math.max(green, blue));
  }
});

test.each([
  ...Object.entries(TEXT.light).flatMap(([name, colour]) =>
    ['#ffffff', GRAY[0]].map((ground) => [`light ${name}`, colour, ground]),
  ),
  ...Object.entries(TEXT.dark).flatMap(([name, colour]) =>
    [DARK[6], DARK[7]].map((ground) => [`dark ${name}`, colour, ground]),
  ),
  ['white on filled buttons', '#ffffff', PRIMARY[7]],
  ['body light', GRAY[9], GRAY[0]],
  ['body dark', DARK[0], DARK[7]],
] as [string, string, string][])('text contrast is at least 4.5:1: %s', (_, text, ground) => {
  expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
});
