/**
 * English texts that have a different Indonesian one: from the message catalogues of the dashboard and from the texts that
 * contract and server declare in both languages. Read as source text, so that the journeys stay outside the product.
 */
import * as fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const ROOT = path.join(import.meta.dirname, '..');
/** Stands for every value that a text is built with. */
const VALUE = '\u0001';

/** A text without its values, or null where it has no words of its own. */
type Text = string | null;

export interface EnglishTexts {
  /** Whether a text on a screen is one of the English texts. */
  isEnglish: (text: string) => boolean;
  count: number;
}

export function readEnglishTexts(): EnglishTexts {
  const english = new Set<string>();
  const indonesian = new Set<string>();
  const add = (en: Text, id: Text) => {
    if (en === null || id === null) return;
    indonesian.add(id);
    if (en !== id && hasOwnWord(en, id)) english.add(en);
  };
  for (const file of listFiles('web/src', /messages\.ts$/)) addCatalogue(file, add);
  for (const folder of ['contract/src', 'server/src']) {
    for (const file of listFiles(folder, /(?<!test)\.ts$/)) addDeclared(file, add);
  }
  const exact = new Set([...english].filter((text) => !text.includes(VALUE) && !indonesian.has(text)));
  const built = [...english].filter((text) => text.includes(VALUE)).map(toPattern);
  const known = [...indonesian].filter((text) => text.includes(VALUE)).map(toPattern);
  const matches = (patterns: RegExp[], text: string) => patterns.some((pattern) => pattern.test(text));
  return {
    isEnglish: (text) => exact.has(text) || (matches(built, text) && !indonesian.has(text) && !matches(known, text)),
    count: english.size,
  };
}

const listWords = (text: string): string[] => text.toLowerCase().match(/[a-z]{3,}/g) ?? [];

/** Whether a text has a word that its translation lacks: one of loan words alone is found in Indonesian texts too. */
function hasOwnWord(en: string, id: string): boolean {
  const translated = new Set(listWords(id));
  return listWords(en).some((word) => !translated.has(word));
}

function listFiles(folder: string, name: RegExp): string[] {
  return fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => name.test(file))
    .map((file) => path.join(ROOT, folder, file));
}

const toPattern = (text: string): RegExp =>
  new RegExp(
    `^${text
      .split(VALUE)
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
      .join('.+')}$`,
  );

const parse = (file: string): ts.SourceFile =>
  ts.createSourceFile(file, fs.readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);

/** Pairs the texts of a catalogue and its translation by their keys. */
function addCatalogue(file: string, add: (en: Text, id: Text) => void): void {
  const translation = file.replace(/\.ts$/, '-id.ts');
  if (!fs.existsSync(translation)) return;
  const english = findObject(parse(file), 'ENGLISH');
  const indonesian = findObject(parse(translation), 'INDONESIAN');
  if (english === undefined || indonesian === undefined) throw new Error(`${file} has no catalogue`);
  pairTexts(english, indonesian, add);
}

function findObject(source: ts.SourceFile, name: string): ts.ObjectLiteralExpression | undefined {
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name: declared, initializer } of statement.declarationList.declarations) {
      if (declared.getText() === name && initializer && ts.isObjectLiteralExpression(initializer)) return initializer;
    }
  }
  return undefined;
}

function pairTexts(en: ts.Expression, id: ts.Expression, add: (en: Text, id: Text) => void): void {
  if (!ts.isObjectLiteralExpression(en) || !ts.isObjectLiteralExpression(id)) return add(toText(en), toText(id));
  const translated = new Map(readProperties(id));
  for (const [key, value] of readProperties(en)) {
    const other = translated.get(key);
    if (other !== undefined) pairTexts(value, other, add);
  }
}

const readProperties = (object: ts.ObjectLiteralExpression): [string, ts.Expression][] =>
  object.properties.flatMap((property) =>
    ts.isPropertyAssignment(property) ? [[property.name.getText().replaceAll("'", ''), property.initializer]] : [],
  );

/** The text of a literal, a template or a function that returns one; null for anything more involved. */
function toText(node: ts.Expression): Text {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isParenthesizedExpression(node)) return toText(node.expression);
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) return toText(node.body);
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map(({ literal }) => VALUE + literal.text).join('');
}

/** Texts that the source declares in both languages, next to each other. */
function addDeclared(file: string, add: (en: Text, id: Text) => void): void {
  const source = parse(file);
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^(localized|validationMessage)$/.test(node.expression.getText())) {
      const [en, id] = node.arguments;
      if (en !== undefined && id !== undefined) add(toText(en), toText(id));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}
