/**
 * CSV cells as SQL expressions for COPY, which quotes commas and quotes itself. The type of a field in the contract
 * decides how its cell is written. Text is escaped against formulas unless its type proves that it cannot be one.
 */
import type { Language } from '@dasbor/contract/language';
import { type AliasedExpression, type Expression, sql } from 'kysely';
import { z } from 'zod';
import { isIdPattern } from '@dasbor/contract/id';
import { TIME_ZONE, TIME_ZONE_NAMES, type TimeZone, toLocalTime } from '@dasbor/contract/time';
import type { CellKind } from './copy.ts';

/** Text that a spreadsheet would run, also behind apostrophes; full-width signs count in some locales. */
const FORMULA = String.raw`^'*[-=+@＝＋－＠\t\r\n]`;
const FORMULA_PATTERN = new RegExp(FORMULA);
export const isFormula = (text: string): boolean => FORMULA_PATTERN.test(text);

/** The text of a cell: an apostrophe prevents spreadsheets from running it as a formula. */
export const escapeFormula = (text: string): string => (isFormula(text) ? `'${text}` : text);

/** Format of a cell: a local time, unchanged, or as text that is escaped. */
export type CsvCellKind = 'time' | 'safe' | 'text';

/** The kind of a field by its type: numbers, booleans, days, ids and fixed values are safe, everything else is text. */
export function getCellKind(field: z.ZodType): CsvCellKind {
  if (field instanceof z.ZodNullable || field instanceof z.ZodOptional) return getCellKind(field.unwrap() as z.ZodType);
  if (field instanceof z.ZodISODateTime) return 'time';
  if (field instanceof z.ZodNumber || field instanceof z.ZodBoolean || field instanceof z.ZodISODate) return 'safe';
  if (field instanceof z.ZodEnum) return areSafe(field.options);
  if (field instanceof z.ZodLiteral) return areSafe([...field.values]);
  return field instanceof z.ZodString && isId(field) ? 'safe' : 'text';
}

/** The type of the cells of a field in a spreadsheet. */
export function getColumnKind(field: z.ZodType): CellKind {
  if (field instanceof z.ZodNullable || field instanceof z.ZodOptional) {
    return getColumnKind(field.unwrap() as z.ZodType);
  }
  if (field instanceof z.ZodISODateTime) return 'time';
  if (field instanceof z.ZodISODate) return 'day';
  if (field instanceof z.ZodNumber) return 'number';
  return field instanceof z.ZodBoolean ? 'boolean' : 'text';
}

const areSafe = (values: readonly unknown[]): CsvCellKind =>
  values.every((value) => !isFormula(String(value))) ? 'safe' : 'text';

const isId = (field: z.ZodString): boolean =>
  (field.def.checks ?? []).some((check) => {
    const { def } = check._zod;
    return 'pattern' in def && def.pattern instanceof RegExp && isIdPattern(def.pattern);
  });

/**
 * Free text. A leading apostrophe prevents spreadsheets from running it as a formula. Text that already has apostrophes
 * before a formula gets one more, so that removing one always restores the text.
 */
const buildTextCell = (value: Expression<unknown>) =>
  sql<string>`case when (${value}) ~ ${sql.lit(FORMULA)} then '''' || (${value}) else (${value})::text end`;

/** A local time such as `2026-11-21 14:05:00`; the header contains the time zone. */
const buildTimeCell = (value: Expression<unknown>, zone: TimeZone) =>
  sql<string>`to_char(${value} at time zone ${sql.lit(zone)}, 'YYYY-MM-DD HH24:MI:SS')`;

/** The same cell of a row that was read. */
export const formatTimeCell = (at: string, zone: TimeZone): string =>
  toLocalTime(new Date(at), zone).slice(0, 19).replace('T', ' ');

/** `created_at (WIB)`: the header of a time names its zone. */
export const formatTimeHeader = (header: string, zone: TimeZone): string => `${header} (${TIME_ZONE_NAMES[zone]})`;

/** The cell of a field of this type; times are in `zone`. */
export function buildCsvCell(field: z.ZodType, value: Expression<unknown>, zone: TimeZone = TIME_ZONE) {
  const kind = getCellKind(field);
  if (kind === 'time') return buildTimeCell(value, zone);
  return kind === 'safe' ? sql<string>`${value}` : buildTextCell(value);
}

/** Fields of a row by name, as in the `shape` of its schema. */
export type CsvFields<Name extends string> = Readonly<Record<Name, z.ZodType>>;

interface CsvSelection<Name extends string> {
  /** Type of each field. */
  shape: CsvFields<Name>;
  /** Names of the selected fields, in order. */
  names: readonly Name[];
  /** SQL of a field. */
  getColumn: (name: Name) => Expression<unknown>;
  /** Header of a field; its name by default. The header of a time names its zone as well. */
  formatHeader?: (name: Name) => string;
  /** Zone of times: that of the reader of the file; WIB in reports. */
  time_zone?: TimeZone;
}

/** The cells of the selected fields, each under its header. */
export const buildCsvCells = <Name extends string>({
  shape,
  names,
  getColumn,
  formatHeader = (name) => name,
  time_zone = TIME_ZONE,
}: CsvSelection<Name>): AliasedExpression<string, string>[] => {
  const headers = listCsvHeaders(shape, names, formatHeader, time_zone);
  return names.map((name, at) => buildCsvCell(shape[name], getColumn(name), time_zone).as(headers[at] ?? name));
};

/** The headers of cells. */
export const listCsvHeaders = <Name extends string>(
  shape: CsvFields<Name>,
  names: readonly Name[],
  formatHeader: (name: Name) => string,
  zone: TimeZone,
): string[] =>
  names.map((name) =>
    getCellKind(shape[name]) === 'time' ? formatTimeHeader(formatHeader(name), zone) : formatHeader(name),
  );

/** Formats headers of columns: field names in English, which integrations read, and labels in Indonesian. */
export const createHeaderFormat =
  <Name extends string>(indonesian: Readonly<Record<Name, string>>) =>
  (field: Name, language: Language): string =>
    language === 'en' ? field : (indonesian[field] ?? field);
