/** Generates values from JSON schemas: mostly valid ones, some at or beyond the limits, some invalid. */
export type Schema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  default?: unknown;
};

export interface ValueSource {
  /** In [0, 1). */
  random: () => number;
  /** Existing ids by their pattern, so that requests find objects. */
  known: (pattern: string) => string[];
}

const INVALID_VALUES: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1e21,
  2 ** 53,
  0.1 + 0.2,
  '',
  ' ',
  'NaN',
  '-1',
  '1e999',
  '\u0000',
  'text\u0000text',
  '\ud800',
  'text\udc00',
  '0000-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '0000-01-01',
  '9999-12-31',
  `2026-11-18T07:00:00.${'0'.repeat(200)}Z`,
  Array.from({ length: 50_000 }, () => 0),
  '=cmd()',
  "' or 1=1 --",
  '<script>alert(1)</script>',
  '%00',
  '../../etc/passwd',
  'a'.repeat(2_000),
  '💥'.repeat(50),
  [],
  {},
  [[[[[[[[[[]]]]]]]]]],
  { __proto__: null, constructor: 1 },
];

/** `invalid_share` is the probability of an invalid value. */
export function generateValue(schema: Schema, dice: ValueSource, invalid_share: number): unknown {
  const { random } = dice;
  if (random() < invalid_share) return pick(INVALID_VALUES, random);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return pick(schema.enum, random);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return generateValue(pick(choices, random) ?? {}, dice, invalid_share);
  if (schema.allOf)
    return Object.assign({}, ...schema.allOf.map((part) => generateValue(part, dice, invalid_share))) as unknown;
  const type = Array.isArray(schema.type) ? pick(schema.type, random) : schema.type;
  if (type === 'object') return generateObject(schema, dice, invalid_share);
  if (type === 'array') {
    const length = between(schema.minItems ?? 0, Math.min(schema.maxItems ?? 3, (schema.minItems ?? 0) + 3), random);
    return Array.from({ length }, () => generateValue(schema.items ?? {}, dice, invalid_share));
  }
  if (type === 'integer' || type === 'number') return generateNumber(schema, random);
  if (type === 'boolean') return random() < 0.5;
  if (type === 'null') return null;
  if (type === 'string') return generateText(schema, dice);
  return pick(INVALID_VALUES, random);
}

function generateObject(schema: Schema, dice: ValueSource, invalid_share: number): Record<string, unknown> {
  const { random } = dice;
  const made: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const is_required = schema.required?.includes(name) === true;
    if (is_required ? random() < invalid_share : random() < 0.5) continue;
    made[name] = generateValue(field, dice, invalid_share);
  }
  if (random() < invalid_share) made[`field_${Math.floor(random() * 9)}`] = pick(INVALID_VALUES, random);
  return made;
}

/** Favours values at the limits and one beyond. */
function generateNumber({ minimum, exclusiveMinimum, maximum }: Schema, random: () => number): number {
  const least = minimum ?? (exclusiveMinimum === undefined ? -10 : exclusiveMinimum + 1);
  const greatest = maximum ?? 10_000_000_000_000;
  const edges = [least, least + 1, greatest, least - 1, greatest + 1];
  return random() < 0.4 ? (pick(edges, random) ?? 0) : between(least, Math.min(greatest, least + 1_000_000), random);
}

function generateText({ pattern, format, minLength, maxLength }: Schema, dice: ValueSource): string {
  const { random } = dice;
  const known = pattern === undefined ? [] : dice.known(pattern);
  if (known.length > 0 && random() < 0.8) return pick(known, random) ?? '';
  if (format === 'date-time')
    return new Date(Date.parse('2026-11-18T07:00:00Z') + between(-9e9, 9e9, random)).toISOString();
  if (format === 'date') return `2026-${String(between(1, 13, random)).padStart(2, '0')}-1${between(0, 9, random)}`;
  if (format === 'email') return pick(['a@mail.example', 'a@b', 'x'.repeat(80) + '@mail.example'], random) ?? '';
  if (format === 'uri')
    return pick(['https://shop.example/done', 'javascript:alert(1)', 'http://127.0.0.1'], random) ?? '';
  const length = pick([minLength ?? 0, maxLength ?? 12, (maxLength ?? 12) + 1, between(1, 12, random)], random) ?? 1;
  const letters = /\\d|0-9\]/.test(pattern ?? '') ? '0123456789' : 'abz AZ09-_.é\'"';
  return Array.from({ length: Math.min(length, 600) }, () => pick([...letters], random) ?? 'a').join('');
}

export const pick = <T>(from: readonly T[], random: () => number): T | undefined =>
  from[Math.floor(random() * from.length)];
const between = (least: number, greatest: number, random: () => number): number =>
  least + Math.floor(random() * (greatest - least + 1));
