/** JSON values as literals of programming languages. */

interface Syntax {
  indent: string;
  text: (value: string) => string;
  /** Other single values. */
  scalar: (value: unknown) => string;
  list: (items: string[]) => string;
  object: [open: string, close: string];
  empty_object: string;
  entry: (name: string, value: string) => string;
}

const quoteSingle = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;

const TYPESCRIPT: Syntax = {
  indent: '  ',
  // A literal of TypeScript ends with its line.
  text: (value) => quoteSingle(value).replaceAll('\n', String.raw`\n`),
  scalar: (value) => (typeof value === 'number' ? groupDigits(value) : JSON.stringify(value)),
  list: (items) => `[${items.join(', ')}]`,
  object: ['{', '}'],
  empty_object: '{}',
  entry: (name, value) => `${/^\w+$/.test(name) ? name : quoteSingle(name)}: ${value}`,
};

const PYTHON: Syntax = {
  indent: '    ',
  text: (value) => JSON.stringify(value),
  scalar: (value) =>
    value === null ? 'None' : typeof value === 'boolean' ? (value ? 'True' : 'False') : groupDigits(value),
  list: (items) => `[${items.join(', ')}]`,
  object: ['{', '}'],
  empty_object: '{}',
  entry: (name, value) => `${JSON.stringify(name)}: ${value}`,
};

const PHP: Syntax = {
  indent: '    ',
  text: quoteSingle,
  scalar: (value) => (typeof value === 'number' ? groupDigits(value) : JSON.stringify(value)),
  list: (items) => `[${items.join(', ')}]`,
  object: ['[', ']'],
  // An empty array would be sent as a list.
  empty_object: 'new stdClass()',
  entry: (name, value) => `${quoteSingle(name)} => ${value}`,
};

/** All three languages allow underscores between digits. */
const groupDigits = (value: unknown): string => String(value).replaceAll(/\B(?=(\d{3})+(?!\d))/g, '_');

export const toTypeScript = (value: unknown): string => render(value, TYPESCRIPT);
export const toPython = (value: unknown): string => render(value, PYTHON);
export const toPhp = (value: unknown): string => render(value, PHP);

const ONE_LINE = 72;

function render(value: unknown, syntax: Syntax): string {
  if (typeof value === 'string') return syntax.text(value);
  if (Array.isArray(value)) return syntax.list(value.map((item) => render(item, syntax)));
  if (typeof value !== 'object' || value === null) return syntax.scalar(value);
  const entries = Object.entries(value).map(([name, item]) => syntax.entry(name, render(item, syntax)));
  if (entries.length === 0) return syntax.empty_object;
  const [open, close] = syntax.object;
  const space = open === '{' && syntax !== PYTHON ? ' ' : '';
  const line = `${open}${space}${entries.join(', ')}${space}${close}`;
  if (line.length <= ONE_LINE && !line.includes('\n')) return line;
  const inner = entries.map((entry) => `${syntax.indent}${entry.replaceAll('\n', `\n${syntax.indent}`)},\n`).join('');
  return `${open}\n${inner}${close}`;
}
