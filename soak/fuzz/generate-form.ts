/** Multipart forms as bytes: valid ones, and ones that a client library would never send. */
import { type Schema, type ValueSource, generateValue, pick } from './generate-value.ts';

const BOUNDARY = 'dasbor-fuzz';
/** More than any limit on parts. */
const MANY_PARTS = 3_000;

interface Part {
  name: string;
  /** Files only. */
  file_name?: Buffer;
  type?: string;
  content: Buffer;
}

interface Form {
  parts: Part[];
  content_type: string;
  /** Changes the encoded form. */
  encode: (encoded: Buffer) => Buffer;
}

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const CSV = `reference_id,amount,bank_code,account_name,account_number,description,email
FORM-1,100000,014,SARI PRATIWI,8010000001,Salary,sari@example.com
`;
const PDF = '%PDF-1.7\n1 0 obj << /Type /Catalog >> endobj\ntrailer << /Root 1 0 R >>\n%%EOF\n';
const FILES: { name: string; type: string; content: Buffer }[] = [
  { name: 'file.png', type: 'image/png', content: Buffer.from(PNG, 'base64') },
  { name: 'file.csv', type: 'text/csv', content: Buffer.from(CSV) },
  { name: 'file.pdf', type: 'application/pdf', content: Buffer.from(PDF) },
  { name: 'file.sta', type: 'text/plain', content: Buffer.from(':20:X\r\n:25:8880001234\r\n:28C:1\r\n') },
];
const TYPES = ['image/svg+xml', 'text/html', 'application/json', 'multipart/mixed; boundary=x', 'x', '', 'a/b\u0000'];

/** What texts of a request cannot be in UTF-8, or should not be in a name: NUL, half of a surrogate pair, paths. */
const BYTES = [
  Buffer.from('a\u0000b'),
  Buffer.from([0x61, 0xed, 0xa0, 0x80, 0x62]),
  Buffer.from([0xff, 0xfe, 0xc0]),
  Buffer.from('../../etc/passwd'),
  Buffer.from("\"; filename*=UTF-8''%00%ed%a0%80.png"),
  Buffer.from('\u202egnp.exe'),
  Buffer.from('a'.repeat(5_000)),
  Buffer.alloc(0),
];

type Change = (form: Form, dice: ValueSource, file_fields: readonly string[]) => Form;

const changeParts =
  (change: (part: Part, random: () => number) => Part, chosen: (part: Part) => boolean): Change =>
  (form, { random }) => ({ ...form, parts: form.parts.map((part) => (chosen(part) ? change(part, random) : part)) });
const isFile = ({ file_name }: Part): boolean => file_name !== undefined;
const pickBytes = (random: () => number): Buffer => pick(BYTES, random) ?? Buffer.alloc(0);
const addParts = (build: (parts: Part[], file_fields: readonly string[]) => Part[]): Change => {
  return (form, _dice, file_fields) => ({ ...form, parts: [...form.parts, ...build(form.parts, file_fields)] });
};
const encodeAs =
  (encode: Form['encode']): Change =>
  (form) => ({ ...form, encode });
const sendAs =
  (content_type: string): Change =>
  (form) => ({ ...form, content_type });

/** Changes of a valid form by name. */
const CHANGES: Record<string, Change> = {
  valid: (form) => form,
  wrong_media_type: changeParts((part, random) => ({ ...part, type: pick(TYPES, random) ?? '' }), isFile),
  wrong_content: changeParts((part, random) => ({ ...part, content: pickBytes(random) }), isFile),
  file_name: changeParts((part, random) => ({ ...part, file_name: pickBytes(random) }), isFile),
  field_content: changeParts(
    (part, random) => ({ ...part, content: pickBytes(random) }),
    (part) => !isFile(part),
  ),
  unstorable_field: addParts(() => BYTES.map((content) => ({ name: 'note', content }))),
  field_name: addParts(() => ['__proto__', 'constructor', 'a\u0000b', '', 'a[b][c]'].map(toTextPart)),
  missing_file: (form) => ({ ...form, parts: form.parts.filter((part) => !isFile(part)) }),
  file_as_text: changeParts(({ name, content }) => ({ name, content }), isFile),
  text_as_file: changeParts(
    (part) => ({ ...part, file_name: Buffer.from('a.txt') }),
    (part) => !isFile(part),
  ),
  duplicated_parts: addParts((parts) => parts),
  two_files: addParts((parts) => parts.filter(isFile)),
  file_of_other_name: addParts(() => [{ name: 'other', file_name: Buffer.from('a.png'), content: Buffer.from('a') }]),
  many_fields: addParts(() => Array.from({ length: MANY_PARTS }, (_unused, n) => toTextPart(`field_${n}`))),
  many_values: addParts(() => Array.from({ length: MANY_PARTS }, () => toTextPart('amount'))),
  many_files: addParts((_parts, [name = 'file']) =>
    Array.from({ length: MANY_PARTS }, () => ({ name, file_name: Buffer.from('a.csv'), content: Buffer.from('a') })),
  ),
  large_file: changeParts((part) => ({ ...part, content: Buffer.alloc(8_000_000, 'a') }), isFile),
  no_parts: (form) => ({ ...form, parts: [] }),
  no_end: encodeAs((encoded) => encoded.subarray(0, -BOUNDARY.length - 6)),
  cut: encodeAs((encoded) => encoded.subarray(0, Math.floor(encoded.length / 2))),
  cut_headers: encodeAs((encoded) => encoded.subarray(0, BOUNDARY.length + 20)),
  empty: encodeAs(() => Buffer.alloc(0)),
  text_after_end: encodeAs((encoded) => Buffer.concat([encoded, encoded])),
  bare_line_feeds: encodeAs((encoded) => Buffer.from(encoded.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')),
  no_boundary: sendAs('multipart/form-data'),
  empty_boundary: sendAs('multipart/form-data; boundary='),
  other_boundary: sendAs('multipart/form-data; boundary=another'),
  other_multipart: sendAs(`multipart/mixed; boundary=${BOUNDARY}`),
};
export const FORM_CHANGES = Object.keys(CHANGES);

function toTextPart(name: string): Part {
  return { name, content: Buffer.from('1') };
}

export interface FormSchema {
  /** Fields that are texts. */
  fields: Schema;
  /** Names of the fields that are files. */
  file_fields: readonly string[];
}

/** Separates the files of a published schema from its other fields. */
export function toFormSchema(schema: Schema): FormSchema {
  const properties = Object.entries(schema.properties ?? {});
  const file_fields = properties.filter(([, { format }]) => format === 'binary').map(([name]) => name);
  const others = properties.filter(([name]) => !file_fields.includes(name));
  const required = (schema.required ?? []).filter((name) => !file_fields.includes(name));
  return { fields: { ...schema, properties: Object.fromEntries(others), required }, file_fields };
}

/** A form with one of the changes, as its payload and content type. */
export function generateForm(
  { fields, file_fields }: FormSchema,
  change: string,
  dice: ValueSource,
  invalid_share: number,
): { payload: Buffer; content_type: string } {
  const values = generateValue(fields, dice, invalid_share);
  const texts = Object.entries(typeof values === 'object' && values !== null ? values : {}).map(([name, value]) => ({
    name,
    content: Buffer.from(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')),
  }));
  const files = file_fields.map((name) => {
    const { name: file_name, type, content } = pick(FILES, dice.random)!;
    return { name, file_name: Buffer.from(file_name), type, content };
  });
  const valid: Form = {
    parts: [...texts, ...files],
    content_type: `multipart/form-data; boundary=${BOUNDARY}`,
    encode: (encoded) => encoded,
  };
  const form = CHANGES[change]!(valid, dice, file_fields);
  return { payload: form.encode(encodeParts(form.parts)), content_type: form.content_type };
}

function encodeParts(parts: readonly Part[]): Buffer {
  const encoded = parts.flatMap(({ name, file_name, type, content }) => [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`,
    ...(file_name === undefined ? [] : ['; filename="', file_name, '"']),
    ...(type === undefined ? [] : [`\r\nContent-Type: ${type}`]),
    '\r\n\r\n',
    content,
    '\r\n',
  ]);
  return Buffer.concat([...encoded, `--${BOUNDARY}--\r\n`].map((piece) => Buffer.from(piece as string)));
}
