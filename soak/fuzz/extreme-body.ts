/** Bodies at the limits of width and depth, as text: the deepest cannot be written by JSON.stringify. */
import { pick } from './generate-value.ts';

const MARK = '"@extreme@"';
const DEPTHS = [9, 60, 1_000, 20_000, 400_000];
const WIDTHS = [200, 5_000, 60_000];

/** Values by name: nested, long and wide ones, and names that objects inherit. */
const VALUES: Record<string, (random: () => number) => string> = {
  deep_array: (random) => nest('[', ']', random),
  deep_object: (random) => nest('{"a":', '}', random).replace(':}', ':1}'),
  wide_array: (random) => `[${repeat('1', ',', random)}]`,
  wide_objects: (random) => `[${repeat('{}', ',', random)}]`,
  wide_object: (random) => `{${Array.from({ length: pickWidth(random) }, (_unused, n) => `"k${n}":1`).join(',')}}`,
  same_names: (random) => `{${repeat('"amount":1', ',', random)}}`,
  long_text: (random) => `"${'a'.repeat(pickWidth(random) * 10)}"`,
  long_number: (random) => `1${'0'.repeat(pickWidth(random))}`,
  prototype: () => '{"__proto__":{"status":"success"},"constructor":{"prototype":{"amount":1}}}',
  too_large: () => `"${'a'.repeat(1_100_000)}"`,
};

/** A body whose whole, or one of whose fields, is extreme. Returns its text and what makes it so. */
export function buildExtremeBody(body: unknown, random: () => number): { text: string; kind: string } {
  const kind = pick(Object.keys(VALUES), random) ?? 'deep_array';
  const value = VALUES[kind]?.(random) ?? 'null';
  const names = typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.keys(body) : [];
  if (names.length === 0 || random() < 0.3) return { text: value, kind };
  const name = pick(names, random) ?? '';
  const text = JSON.stringify({ ...(body as object), [name]: JSON.parse(MARK) as string });
  return { text: text.replace(MARK, () => value), kind };
}

const pickWidth = (random: () => number): number => pick(WIDTHS, random) ?? 200;

function nest(open: string, close: string, random: () => number): string {
  const depth = pick(DEPTHS, random) ?? 9;
  return open.repeat(depth) + close.repeat(depth);
}

const repeat = (text: string, separator: string, random: () => number): string =>
  Array.from({ length: pickWidth(random) }, () => text).join(separator);
