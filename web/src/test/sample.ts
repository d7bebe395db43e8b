/** Answers of routes by their schemas, for tests that need any object of a type. */
import type { Output, Route } from '@dasbor/contract/route';
import { createRequire } from 'node:module';

interface Schema {
  type?: string;
  format?: string;
  pattern?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  minimum?: number;
}

// The web is built from routes without their schemas; these are read past its build.
const WITH_SCHEMAS = createRequire(import.meta.url)('../../../contract/src/routes.ts') as {
  ROUTES: readonly { name: string; output: { toJSONSchema: (options: object) => Schema } }[];
};

/** An answer of the route that its schema accepts: the first of several choices, empty lists, whole numbers. */
export const buildSample = <R extends Route>(route: R): Output<R> => {
  const { output } = WITH_SCHEMAS.ROUTES.find(({ name }) => name === route.name)!;
  return toValue(output.toJSONSchema({ unrepresentable: 'any', io: 'output' })) as Output<R>;
};

function toValue(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf !== undefined) return toValue(schema.anyOf[0] ?? {});
  return BY_TYPE[schema.type ?? 'null']?.(schema) ?? null;
}

const BY_TYPE: Record<string, (schema: Schema) => unknown> = {
  object: ({ properties = {} }) =>
    Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, toValue(one)])),
  array: () => [],
  string: toText,
  integer: ({ minimum = 1 }) => Math.max(1, minimum),
  number: ({ minimum = 1 }) => Math.max(1, minimum),
  boolean: () => false,
};

function toText({ format, pattern = '' }: Schema): string {
  if (format === 'date-time') return '2026-11-21T07:05:00.000Z';
  if (format === 'date') return '2026-11-21';
  const prefix = /^\^([a-z]+)_\[/.exec(pattern)?.[1];
  return prefix === undefined ? 'text' : buildSampleId(prefix);
}

export const buildSampleId = (prefix: string): string => `${prefix}_${'0'.repeat(26)}`;
