import type { Plugin } from 'vite';

/** What a caller needs of a route at run time; the schemas serve the server, and the types serve everybody. */
const KEPT = new Set(['name', 'method', 'path', 'access', 'idempotent', 'csv', 'stream']);
/** A declaration that mentions one of these makes a schema; `describe` is called on schemas of other files. */
const SCHEMA_MAKERS = new Set(['z', 'idSchema', 'page', 'oneOrMany', 'commaSeparated', 'describe']);

interface Node {
  type: string;
  start: number;
  end: number;
  name?: string;
  callee?: Node;
  key?: Node;
  arguments?: Node[];
  properties?: Node[];
  body?: Node[];
  declaration?: Node | null;
  declarations?: { id: Node; init: Node | null }[];
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

function* nodesIn(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value && 'start' in value) yield value as Node;
  for (const child of Object.values(value)) yield* nodesIn(child);
}

const isRouteCall = (node: Node): boolean => node.type === 'CallExpression' && node.callee?.name === 'route';

const makesSchema = (node: Node, makers: ReadonlySet<string>): boolean =>
  [...nodesIn(node)].some(({ type, name }) => type === 'Identifier' && makers.has(name ?? ''));

/**
 * What to take out of one declared value: a route's server properties, or the whole of a schema. What was taken out
 * joins the `makers`, for a later declaration that is built from it is a schema as well.
 */
function editsOf(init: Node, name: string, makers: Set<string>): Edit[] {
  if (!isRouteCall(init)) {
    if (!makesSchema(init, makers)) return [];
    makers.add(name);
    return [{ start: init.start, end: init.end, text: 'undefined' }];
  }
  return (init.arguments?.[0]?.properties ?? [])
    .filter((property) => !KEPT.has(property.key?.name ?? ''))
    .map(({ start, end }) => ({ start, end, text: '...{}' }));
}

/**
 * The contract is the one truth of every path, but its schemas would put all of zod into the first
 * chunk of the login page (and zod tries `new Function`, which Trusted Types refuse). While the
 * browser bundle is made this plugin takes the schemas out of the contract's files: routes keep what
 * a caller needs, values such as limits and lists of states stay, and a schema becomes `undefined`.
 * Types are untouched. Line breaks stay, so that lines are where they were.
 */
export function contractWithoutSchemas(): Plugin {
  return {
    name: 'contract-without-schemas',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/src\/[^/]+\.ts$/ },
      handler(code) {
        const program = this.parse(code, { lang: 'ts' }) as unknown as Node;
        const makers = new Set(SCHEMA_MAKERS);
        const edits = (program.body ?? [])
          .flatMap((statement) => (statement.declaration ?? statement).declarations ?? [])
          .flatMap(({ id, init }) => (init ? editsOf(init, id.name ?? '', makers) : []))
          .sort((a, b) => b.start - a.start);
        const text = edits.reduce((before, { start, end, text: instead }) => {
          const lines = before.slice(start, end).replace(/[^\n]/g, '');
          return before.slice(0, start) + instead + lines + before.slice(end);
        }, code);
        return { code: text, map: null };
      },
    },
  };
}
