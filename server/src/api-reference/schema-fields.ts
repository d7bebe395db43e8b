/** Fields of a schema as documentation rows, and a sample value. */
import { z } from 'zod';

export interface FieldRow {
  /** Dotted path; `[]` marks the items of a list. */
  path: string;
  type: string;
  is_required: boolean;
  description: string;
}

interface Schema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  description?: string;
  default?: unknown;
  examples?: unknown[];
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

const toJsonSchema = (schema: z.ZodType, io: 'input' | 'output'): Schema =>
  z.toJSONSchema(schema, { target: 'draft-2020-12', io, unrepresentable: 'any' }) as Schema;

/** Every field of the schema; nested fields under their path. */
export const listSchemaFields = (schema: z.ZodType, io: 'input' | 'output'): FieldRow[] =>
  listFieldRows(toJsonSchema(schema, io), '');

function listFieldRows(schema: Schema, path: string): FieldRow[] {
  const { inner, suffix } = unwrap(schema);
  return Object.entries(inner.properties ?? {}).flatMap(([name, field]) => {
    const at = `${path}${suffix}${path + suffix === '' ? '' : '.'}${name}`;
    const is_required = inner.required?.includes(name) ?? false;
    return [
      { path: at, type: formatType(field), is_required, description: field.description ?? '' },
      ...listFieldRows(field, at),
    ];
  });
}

/** The object inside a list, a list of lists, or a choice that may be null. */
function unwrap(schema: Schema): { inner: Schema; suffix: string } {
  if (schema.items) {
    const { inner, suffix } = unwrap(schema.items);
    return { inner, suffix: `[]${suffix}` };
  }
  const choice = schema.anyOf?.find((each) => each.properties ?? each.items);
  return choice ? unwrap(choice) : { inner: schema, suffix: '' };
}

function formatType(schema: Schema): string {
  if (Array.isArray(schema.type)) return schema.type.map((type) => formatType({ ...schema, type })).join(' or ');
  if (schema.type === 'null') return 'null';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return [...new Set(schema.anyOf.map(formatType))].join(' or ');
  if (schema.items)
    return `list of ${formatType(schema.items)}${formatRange(schema.minItems, schema.maxItems, ' items')}`;
  if (schema.properties) return 'object';
  if (schema.format === 'date-time') return 'instant';
  if (schema.format === 'date') return 'date';
  if (schema.format === 'email') return 'email address';
  if (schema.type === 'string') return `string${formatRange(schema.minLength, schema.maxLength, ' characters')}`;
  if (schema.type === 'integer')
    return `integer${formatRange(toOwnLimit(schema.minimum), toOwnLimit(schema.maximum), '')}`;
  return schema.type ?? 'any';
}

/** Omits the limits of the number type itself. */
const toOwnLimit = (bound: number | undefined): number | undefined =>
  bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? bound : undefined;

function formatRange(least: number | undefined, most: number | undefined, unit: string): string {
  if (least === undefined && most === undefined) return '';
  if (most === undefined) return `, at least ${least}${unit}`;
  return `, ${least === undefined ? 'at most ' : `${least} to `}${most}${unit}`;
}

/** A value that the schema accepts, for examples. */
export const buildSample = (schema: z.ZodType): unknown => buildSampleValue(toJsonSchema(schema, 'input'), '');

function buildSampleValue(schema: Schema, name: string): unknown {
  if (Array.isArray(schema.type)) return buildSampleValue({ ...schema, type: schema.type[0] }, name);
  if (schema.default !== undefined) return schema.default;
  if (schema.examples !== undefined) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[1] ?? schema.enum[0];
  if (schema.anyOf?.[0]) return buildSampleValue(schema.anyOf[0], name);
  if (schema.items) return [buildSampleValue(schema.items, name)];
  if (schema.properties) {
    const required = Object.entries(schema.properties).filter(([key]) => schema.required?.includes(key));
    return Object.fromEntries(required.map(([key, field]) => [key, buildSampleValue(field, key)]));
  }
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer' || schema.type === 'number') return buildSampleNumber(schema, name);
  return buildSampleText(schema, name);
}

const buildSampleNumber = (schema: Schema, name: string): number =>
  Math.min(
    Math.max(name.includes('amount') ? 25_000 : 1, toOwnLimit(schema.minimum) ?? 0),
    toOwnLimit(schema.maximum) ?? Infinity,
  );

function buildSampleText(schema: Schema, name: string): string {
  const id_prefix = /^\^([a-z]+)_\[/.exec(schema.pattern ?? '')?.[1];
  if (id_prefix) return `${id_prefix}_01kagz7v3w8x9y2m4n5p6q7r8s`;
  if (schema.format === 'email') return 'you@example.com';
  if (schema.format === 'date-time') return '2026-12-31T16:59:59.000Z';
  if (schema.format === 'date') return '2026-11-21';
  if (/password|token|secret/.test(name)) return '…';
  return name === '' ? '…' : name.replaceAll('_', ' ');
}
