import * as fs from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/** What a caller needs of a route at run time; the schemas serve the server, and the types serve everybody. */
const KEPT = new Set(['name', 'method', 'path', 'access', 'idempotency_key', 'files', 'stream']);
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
  source?: { value: string };
  specifiers?: { imported?: Node; local: Node }[];
}

type Parse = (code: string) => Node;

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
function buildEdits(init: Node, name: string, makers: Set<string>): Edit[] {
  if (!isRouteCall(init)) {
    if (!makesSchema(init, makers)) return [];
    makers.add(name);
    return [{ start: init.start, end: init.end, text: 'undefined' }];
  }
  return (init.arguments?.[0]?.properties ?? [])
    .filter((property) => !KEPT.has(property.key?.name ?? ''))
    .map(({ start, end }) => ({ start, end, text: '...{}' }));
}

/** Names of the schemas that a file of the contract declares; those that it imports are schemas in it as well. */
function listSchemas(file: string, parse: Parse, known: Map<string, Set<string>>): Set<string> {
  const stored = known.get(file);
  if (stored !== undefined) return stored;
  // Before the imports are followed, so that files that import each other end.
  known.set(file, new Set());
  const makers = new Set(SCHEMA_MAKERS);
  const program = parse(fs.readFileSync(file, 'utf8'));
  for (const name of listImportedSchemas(program, file, parse, known)) makers.add(name);
  for (const { id, init } of listDeclarations(program)) if (init !== null) buildEdits(init, id.name ?? '', makers);
  known.set(file, makers);
  return makers;
}

/** Local names of the schemas that a file imports from other files of the contract. */
function listImportedSchemas(
  program: Node,
  file: string,
  parse: Parse,
  known: Map<string, Set<string>>,
): readonly string[] {
  return (program.body ?? []).flatMap(({ source, specifiers }) => {
    if (source === undefined || source === null || !source.value.startsWith('./')) return [];
    const schemas = listSchemas(path.join(path.dirname(file), source.value), parse, known);
    return (specifiers ?? []).flatMap(({ imported, local }) =>
      schemas.has(imported?.name ?? '') ? [local.name ?? ''] : [],
    );
  });
}

const listDeclarations = (program: Node): { id: Node; init: Node | null }[] =>
  (program.body ?? []).flatMap((statement) => (statement.declaration ?? statement).declarations ?? []);

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
      handler(code, id) {
        const parse: Parse = (text) => this.parse(text, { lang: 'ts' }) as unknown as Node;
        const program = parse(code);
        const imported = listImportedSchemas(program, id, parse, new Map());
        const makers = new Set([...SCHEMA_MAKERS, ...imported]);
        const edits = listDeclarations(program)
          .flatMap(({ id: declared, init }) => (init ? buildEdits(init, declared.name ?? '', makers) : []))
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
