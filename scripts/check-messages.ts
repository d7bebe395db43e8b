// The catalogues of messages under web/src: every key is used, both languages exist, none is read when a module loads,
// and no literal text is left in the interface. Part of `npm run check`; with folders as arguments it reports only those.
import * as fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { ROOT } from './bootstrap.mjs';
import { fail, print } from './progress.mjs';

/** Attributes whose text people read or hear. */
const TEXT_ATTRIBUTES = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'confirm',
  'description',
  'document_title',
  'label',
  'line',
  'placeholder',
  'title',
]);
/** Names (also of SNAP BI fields), symbols and example values that are the same in both languages, and the placeholder that the specification fixes. */
const UNTRANSLATED =
  /^(name@company\.com|sftp\.company\.com|https:\/\/toko\.example\/[a-z-]+|pesanan-17|-----BEGIN PUBLIC KEY-----|2026-11-22T14:05:00\+07:00|paymentRequestId|trxId|SHA|Dasbor|Pilih|Rp|WIB|QRIS|NMID|RRN|BI|PDF|CSV|XLSX|Excel|SFTP|PNG|SVG|VA|ID|URL|API|MDR|PPN|Ctrl K|Enter|Esc|[\d\s\p{P}\p{S}])*$/u;

const scope = process.argv.slice(2).map((folder) => folder.replace(/\/$/, ''));
const program = createProgram();
const checker = program.getTypeChecker();
const sources = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(path.join(ROOT, 'web/src/')));
/** Declaration of a key → its path in the catalogue. */
const keys = new Map<ts.Node, string>();
/** Objects of the catalogues: the whole and its groups. */
const groups = new Set<ts.Node>();
/** Names of all keys: any other property needs no look at its type. */
const names = new Set<string>();
const used = new Set<ts.Node>();
const problems: string[] = [];

/** `messages.ts` of a feature, or `form-messages.ts` for a part of a large one, each with its `-id.ts`. */
const catalogues = sources.filter(({ text }) => text.includes('defineMessages(ENGLISH, '));
const translated = new Set(catalogues.flatMap(({ fileName }) => [fileName, fileName.replace(/\.ts$/, '-id.ts')]));
for (const catalogue of catalogues) readCatalogue(catalogue);
for (const source of sources) {
  if (translated.has(source.fileName)) continue;
  visit(source, !/\.test\.tsx?$|\/test\/|-for-test\.tsx?$|-fixtures\.ts$/.test(source.fileName));
}
for (const [declaration, key] of keys) {
  if (!used.has(declaration)) report(declaration, `“${key}” is not used`);
}
if (problems.length > 0) fail(problems.join('\n'));
print(`${catalogues.length} catalogues hold ${keys.size} messages in both languages, all of them used`);

function createProgram(): ts.Program {
  const config_file = path.join(ROOT, 'web/tsconfig.json');
  const { config } = ts.readConfigFile(config_file, (file) => fs.readFileSync(file, 'utf8'));
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, path.dirname(config_file));
  return ts.createProgram(
    fileNames.filter((file) => file.includes('/web/src/')),
    options,
  );
}

function readCatalogue(source: ts.SourceFile): void {
  ts.forEachChild(source, (node) => {
    if (!ts.isVariableStatement(node)) return;
    for (const { name, initializer } of node.declarationList.declarations) {
      if (name.getText() === 'ENGLISH' && initializer && ts.isObjectLiteralExpression(initializer)) {
        readGroup(initializer, []);
      }
    }
  });
  const indonesian = source.fileName.replace(/\.ts$/, '-id.ts');
  const text = fs.existsSync(indonesian) ? fs.readFileSync(indonesian, 'utf8') : '';
  // The annotation has the compiler demand exactly the English keys.
  if (!text.includes('INDONESIAN: Messages ='))
    report(source, `${path.basename(indonesian)} must export INDONESIAN: Messages`);
}

function readGroup(group: ts.ObjectLiteralExpression, parents: string[]): void {
  groups.add(group);
  for (const property of group.properties) {
    if (!ts.isPropertyAssignment(property)) continue;
    const name = property.name.getText().replaceAll("'", '');
    const key = [...parents, name];
    if (ts.isObjectLiteralExpression(property.initializer)) readGroup(property.initializer, key);
    else {
      keys.set(property, key.join('.'));
      names.add(name);
    }
  }
}

function visit(node: ts.Node, is_product: boolean): void {
  if (ts.isPropertyAccessExpression(node) && names.has(node.name.text))
    markSymbol(checker.getSymbolAtLocation(node.name));
  if (ts.isElementAccessExpression(node)) markIndexed(node);
  if (ts.isBindingElement(node)) markBinding(node);
  if (ts.isExpression(node) && isPassedOn(node)) markConverted(node);
  if (is_product) {
    if (ts.isCallExpression(node)) findEarlyRead(node);
    if (ts.isJsxText(node)) findLiteral(node, node.text);
    if (ts.isJsxAttribute(node)) findLiteralAttribute(node);
    if (
      ts.isJsxExpression(node) &&
      node.expression &&
      ts.isStringLiteral(node.expression) &&
      !ts.isJsxAttribute(node.parent)
    ) {
      findLiteral(node, node.expression.text);
    }
  }
  ts.forEachChild(node, (child) => visit(child, is_product));
}

function markSymbol(symbol: ts.Symbol | undefined): void {
  for (const declaration of symbol?.declarations ?? []) used.add(declaration);
}

/** `t[status]`: every key that the index may name, or all of them where that is not known. */
function markIndexed({ expression, argumentExpression }: ts.ElementAccessExpression): void {
  const type = checker.getTypeAtLocation(expression);
  // `t.titles[tab][widget]`: one of several groups.
  for (const group of type.isUnion() ? type.types : [type]) markIndexedGroup(group, argumentExpression);
}

function markIndexedGroup(group: ts.Type, argumentExpression: ts.Expression): void {
  if (!isGroup(group)) return;
  const index = checker.getTypeAtLocation(argumentExpression);
  const indexes = (index.isUnion() ? index.types : [index]).map((type) =>
    type.isStringLiteral() ? type.value : undefined,
  );
  for (const symbol of group.getProperties()) {
    if (indexes.includes(undefined) || indexes.includes(symbol.name)) markSymbol(symbol);
  }
}

/** `const { title } = messages()`. */
function markBinding(node: ts.BindingElement): void {
  if (!ts.isObjectBindingPattern(node.parent)) return;
  const name = node.propertyName ?? node.name;
  if (ts.isIdentifier(name)) markSymbol(checker.getTypeAtLocation(node.parent).getProperty(name.text));
}

/** Whether a value goes to another place, where it may get another type. */
function isPassedOn({ parent }: ts.Node): boolean {
  return (
    (ts.isVariableDeclaration(parent) && parent.type !== undefined) ||
    ts.isCallExpression(parent) ||
    ts.isAsExpression(parent) ||
    ts.isSpreadAssignment(parent) ||
    ts.isReturnStatement(parent) ||
    ts.isArrowFunction(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isJsxExpression(parent)
  );
}

/** A group that becomes another type, such as a record, can be read by any key. */
function markConverted(node: ts.Expression): void {
  const type = checker.getTypeAtLocation(node);
  if (!isGroup(type)) return;
  const wanted = checker.getContextualType(node);
  if (wanted && !isGroup(wanted)) markAll(type);
}

function markAll(type: ts.Type): void {
  for (const symbol of type.getProperties()) {
    markSymbol(symbol);
    const inner = checker.getTypeOfSymbol(symbol);
    if (isGroup(inner)) markAll(inner);
  }
}

function isGroup(type: ts.Type): boolean {
  return type.symbol?.declarations?.some((declaration) => groups.has(declaration)) ?? false;
}

/** A catalogue that is read while the module loads stays in the language of that moment. */
function findEarlyRead(node: ts.CallExpression): void {
  if (!/messages$/i.test(node.expression.getText()) || !isGroup(checker.getTypeAtLocation(node))) return;
  if (!ts.findAncestor(node, (ancestor) => ts.isFunctionLike(ancestor))) {
    report(node, 'messages are read when the module loads; read them in a function');
  }
}

function findLiteralAttribute(node: ts.JsxAttribute): void {
  if (!TEXT_ATTRIBUTES.has(node.name.getText())) return;
  const { initializer } = node;
  if (!initializer) return;
  if (ts.isStringLiteral(initializer)) findLiteral(node, initializer.text);
  if (!ts.isJsxExpression(initializer) || !initializer.expression) return;
  const { expression } = initializer;
  if (ts.isStringLiteralLike(expression)) findLiteral(node, expression.text);
  if (ts.isTemplateExpression(expression)) {
    findLiteral(
      node,
      [expression.head, ...expression.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join(' '),
    );
  }
}

function findLiteral(node: ts.Node, text: string): void {
  if (!UNTRANSLATED.test(text.trim())) report(node, `“${text.trim()}” belongs into a catalogue of messages`);
}

function report(node: ts.Node, problem: string): void {
  const source = node.getSourceFile();
  const file = path.relative(ROOT, source.fileName);
  if (scope.length > 0 && !scope.some((folder) => file.startsWith(`${folder}/`))) return;
  const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
  problems.push(`${file}:${line + 1}: ${problem}`);
}
