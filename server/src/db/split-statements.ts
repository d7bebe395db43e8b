/** Splits SQL texts: a sharded database runs the statements of a migration one by one. */

/** Comments, quoted texts and names, dollar-quoted bodies, and the semicolon that ends a statement. */
const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?\*\/|(?<!\w)e'(?:[^'\\]|''|\\[\s\S])*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|(?<![\w$])(?<tag>\$(?:[a-z_]\w*)?\$)[\s\S]*?\k<tag>|;/gi;
const COMMENTS = /--[^\n]*|\/\*[\s\S]*?\*\//g;

/**
 * The statements of a text, without their semicolons. Semicolons in quotes, comments and `$$` bodies do not count; bodies
 * of the form `begin atomic … end` are not supported.
 */
export function splitStatements(text: string): string[] {
  const statements: string[] = [];
  let from = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token !== ';') continue;
    statements.push(text.slice(from, index));
    from = index + 1;
  }
  statements.push(text.slice(from));
  return statements.filter((statement) => statement.replaceAll(COMMENTS, '').trim() !== '').map((each) => each.trim());
}
