/** Files for tests of uploads: good ones, and the parts of bad ones. */
import { deflateSync } from 'node:zlib';
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { ZipFile } from 'yazl';

export interface SentFile {
  name: string;
  bytes: Buffer;
}

/** A gradient: compresses like a picture, not like a blank page. */
const buildPixels = (width: number, height: number): Buffer =>
  Buffer.from(Array.from({ length: width * height * 3 }, (_, index) => (index * 7 + Math.floor(index / width)) % 256));

export const buildImage = (format: 'png' | 'jpeg' | 'gif' | 'webp', width = 64, height = 48): Promise<Buffer> =>
  sharp(buildPixels(width, height), { raw: { width, height, channels: 3 } })
    .toFormat(format)
    .toBuffer();

export function buildPdf(text = 'Akta pendirian'): Promise<Buffer> {
  const document = new PDFDocument({ compress: true });
  document.text(text);
  document.end();
  return buffer(document as unknown as AsyncIterable<Buffer>);
}

/** A small PDF of the given objects, without a cross-reference table: viewers rebuild it. */
export const buildRawPdf = (...objects: (string | Buffer)[]): Buffer =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...objects.map((each) => (typeof each === 'string' ? Buffer.from(each, 'latin1') : each)),
    Buffer.from('\ntrailer << /Root 1 0 R >>\n%%EOF\n'),
  ]);

/** An object stream with the objects in it compressed, as current writers store them. */
export function buildObjectStream(objects: string | Buffer, dictionary = '/Filter /FlateDecode'): Buffer {
  const content = deflateSync(objects);
  return Buffer.concat([
    Buffer.from(`5 0 obj << /Type /ObjStm /N 1 /First 4 ${dictionary} /Length ${content.length} >>\nstream\n`),
    content,
    Buffer.from('\nendstream endobj\n'),
  ]);
}

export function buildZip(parts: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) {
    zip.addBuffer(typeof content === 'string' ? Buffer.from(content) : content, name, { mtime: new Date(0) });
  }
  zip.end();
  return buffer(zip.outputStream);
}

export const buildXlsx = (parts: Record<string, string | Buffer> = {}): Promise<Buffer> =>
  buildZip({
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': '<workbook/>',
    'xl/worksheets/sheet1.xml': '<worksheet/>',
    ...parts,
  });

/** The standard test signature of virus scanners, in two parts so that this file is none. */
export const EICAR = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-${'ANTIVIRUS-TEST-FILE!$H+H*'}`;

/** The headers and the payload of a form. */
export async function buildForm(
  files: [field: string, file: SentFile][],
  fields: Record<string, string> = {},
): Promise<{ headers: Record<string, string>; payload: Buffer }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [field, { name, bytes }] of files) form.append(field, new Blob([new Uint8Array(bytes)]), name);
  const encoded = new Response(form);
  return {
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  };
}
