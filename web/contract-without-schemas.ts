import type { Plugin } from 'vite';

/** What a caller needs of a route at run time; the schemas serve the server, and the types serve everybody. */
const KEPT = new Set(['name', 'method', 'path', 'access', 'idempotent', 'csv', 'stream']);

interface Node {
  type: string;
  start: number;
  end: number;
  callee?: { name?: string };
  arguments?: Node[];
  properties?: (Node & { key?: { name?: string } })[];
}

function* nodesOf(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value && 'start' in value) yield value as Node;
  for (const child of Object.values(value)) yield* nodesOf(child);
}

/** Spans of the properties that `route({…})` calls carry for the server alone. */
function spansToBlank(program: unknown): [number, number][] {
  const spans: [number, number][] = [];
  for (const node of nodesOf(program)) {
    if (node.type !== 'CallExpression' || node.callee?.name !== 'route') continue;
    for (const property of node.arguments?.[0]?.properties ?? []) {
      if (!KEPT.has(property.key?.name ?? '')) spans.push([property.start, property.end]);
    }
  }
  return spans;
}

/**
 * The contract is the one truth of every path, but its schemas would put all of zod into the
 * first chunk of the login page. This plugin drops the schemas from `route({…})` values while the
 * browser bundle is made (types stay whole); what is left unused is then shaken out of the bundle.
 * Blanks keep every line and column where they were.
 */
export function contractWithoutSchemas(): Plugin {
  return {
    name: 'contract-without-schemas',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/src\/[^/]+\.ts$/ },
      handler(code) {
        let text = code;
        for (const [start, end] of spansToBlank(this.parse(code, { lang: 'ts' }))) {
          const comma = text[end] === ',' ? 1 : 0;
          const blank = text.slice(start, end + comma).replace(/[^\n]/g, ' ');
          text = text.slice(0, start) + blank + text.slice(end + comma);
        }
        return { code: text, map: null };
      },
    },
  };
}
