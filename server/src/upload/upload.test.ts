/** Uploaded files: what is accepted and how it is stored, and every kind of file that must not come in. */
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MEGABYTE } from '@dasbor/contract/upload';
import { findMissingClamd, startClamd } from '../../test/clamd.ts';
import { type TestApp, startTestApp } from '../../test/test-app.ts';
import { LIMIT_BYTES, type UploadAnswer, countFiles, startUploadServer } from '../../test/upload-server.ts';
import {
  EICAR,
  type SentFile,
  buildForm,
  buildImage,
  buildObjectStream,
  buildPdf,
  buildRawPdf,
  buildXlsx,
  buildZip,
} from '../../test/upload-files.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { findStoredFile, readStoredFile } from '../storage/stored-file.ts';
import { toSafeName } from './accept.ts';

const { merchant_id } = KOPI_NUSANTARA;
let t: TestApp;
let fastify: FastifyInstance;
beforeAll(async () => {
  t = await startTestApp();
  fastify = await startUploadServer(t.deps);
});
afterAll(async () => {
  await fastify.close();
  await t.close();
});

async function send(to: string, files: SentFile[], fields: Record<string, string> = {}, headers = {}) {
  const form = await buildForm(
    files.map((file) => ['file', file]),
    fields,
  );
  const answer = await fastify.inject({
    method: 'POST',
    url: `/api/v1/${to}`,
    payload: form.payload,
    headers: { ...form.headers, authorization: 'key', ...headers },
  });
  return { status: answer.statusCode, ...answer.json<UploadAnswer>() };
}

async function readFile(id: string): Promise<Buffer> {
  const file = await findStoredFile(t.deps, merchant_id, id);
  if (file === null) throw new Error('no such file');
  return buffer(readStoredFile(t.deps.db, merchant_id, file));
}

describe('accepted files', () => {
  test('an image is encoded again: same picture, none of its metadata, upright', async () => {
    const bytes = await sharp(await buildImage('jpeg', 80, 40))
      .withExif({ IFD0: { Copyright: 'Kopi rahasia' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect(bytes.toString('latin1')).toContain('Exif');
    const { status, file } = await send('picture', [{ name: 'KTP Sari.JPEG', bytes }]);
    expect([status, file]).toMatchObject([
      200,
      { name: 'KTP Sari.jpg', type: 'jpeg', content_type: 'image/jpeg', width_px: 40, height_px: 80 },
    ]);
    const stored = await readFile(file.id);
    expect(stored.length).toBe(file.size_bytes);
    expect(stored.toString('latin1')).not.toMatch(/Exif|rahasia/);
    expect(await sharp(stored).metadata()).toMatchObject({ format: 'jpeg', width: 40, height: 80 });
  });

  test('a large image is scaled down to a page of A4 at 300 dpi', async () => {
    const bytes = await sharp({ create: { width: 5000, height: 2500, channels: 3, background: '#c33' } })
      .png()
      .toBuffer();
    const { file } = await send('picture', [{ name: 'scan.png', bytes }]);
    expect(file).toMatchObject({ width_px: 3508, height_px: 1754 });
  });

  test('documents and tables are stored byte for byte, with the fields of their form', async () => {
    const pdf = await buildPdf();
    const sent = await send('document', [{ name: '../../etc/akta 2026?.pdf', bytes: pdf }], { title: 'Akta' });
    expect([sent.status, sent.body, sent.file.name]).toEqual([200, { title: 'Akta' }, 'akta 2026_.pdf']);
    expect((await readFile(sent.file.id)).equals(pdf)).toBe(true);
    const modern = buildRawPdf(buildObjectStream('1 0 << /Type /Catalog /OpenAction [2 0 R /Fit] >>'));
    expect(await send('document', [{ name: 'a.pdf', bytes: modern }], { title: 'A' })).toMatchObject({ status: 200 });
    const csv = Buffer.from('\uFEFFreference_id,amount\r\nINV-1,10000\r\nCafé,5\r\n');
    expect(await send('table', [{ name: 'batch.csv', bytes: csv }])).toMatchObject({ status: 200 });
    const xlsx = await send('table', [{ name: 'batch.xlsx', bytes: await buildXlsx() }]);
    expect([xlsx.status, xlsx.file.type]).toEqual([200, 'xlsx']);
  });

  test('a file is kept only by the handler, otherwise it expires after a day', async () => {
    const bytes = await buildPdf();
    const kept = await send('document', [{ name: 'a.pdf', bytes }], { title: 'A', keep: 'yes' });
    const left = await send('document', [{ name: 'a.pdf', bytes }], { title: 'A' });
    const expiry = async (id: string) => (await findStoredFile(t.deps, merchant_id, id))?.expires_at;
    expect(await expiry(kept.file.id)).toBeNull();
    expect(Date.parse((await expiry(left.file.id)) ?? '')).toBe(t.clock.now().getTime() + 86_400_000);
  });

  test('names of files are made safe', () => {
    expect(toSafeName('..\\..\\Laporan été.PDF', 'pdf')).toBe('Laporan ete.pdf');
    expect(toSafeName('.htaccess', 'png')).toBe('file.png');
    expect(toSafeName(`${'x'.repeat(500)}.png`, 'png')).toHaveLength(124);
    expect(toSafeName('報告\r\nSet-Cookie: a.csv', 'csv')).toBe('____Set-Cookie_ a.csv');
  });
});

/** A PNG that states other dimensions than it has, as an image bomb does. */
async function buildPngBomb(): Promise<Buffer> {
  const bytes = Buffer.from(await buildImage('png'));
  bytes.writeUInt32BE(60_000, 16);
  bytes.writeUInt32BE(60_000, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
}

const script = '1 0 obj << /S /JavaScript /JS (app.alert(1)) >> endobj';
/** Each: where it is sent, its name, its content, and the answer. */
const ATTACKS: Record<string, [to: string, name: string, content: () => Promise<Buffer> | Buffer, code: string]> = {
  'an HTML page as an image': [
    'picture',
    'a.png',
    () => Buffer.from('<html><script>alert(1)</script>'),
    'file_type_not_allowed',
  ],
  'an SVG with a script': [
    'picture',
    'a.svg',
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    'file_type_not_allowed',
  ],
  'an SVG under another name': [
    'picture',
    'a.png',
    () => Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
    'file_type_not_allowed',
  ],
  'an SVG as a table': ['table', 'a.csv', () => Buffer.from(' <svg onload="alert(1)">,1'), 'file_type_not_allowed'],
  'PNG and HTML in its metadata': [
    'picture',
    'a.png',
    async () =>
      sharp(await buildImage('png'))
        .withExif({ IFD0: { Copyright: '<script>alert(1)</script>' } })
        .png()
        .toBuffer(),
    'file_unsafe',
  ],
  'PNG with a page behind it': [
    'picture',
    'a.png',
    async () => Buffer.concat([await buildImage('png'), Buffer.from('\n<!DOCTYPE html><html>')]),
    'file_unsafe',
  ],
  'PNG with bytes behind it': [
    'picture',
    'a.png',
    async () => Buffer.concat([await buildImage('png'), Buffer.from('MZ')]),
    'file_unsafe',
  ],
  'GIF with a Java archive behind it': [
    'picture',
    'a.gif',
    async () => Buffer.concat([await buildImage('gif'), await buildZip({ 'A.class': 'x' })]),
    'file_type_not_allowed',
  ],
  'JPG with a Java archive behind it': [
    'picture',
    'a.jpg',
    async () => Buffer.concat([await buildImage('jpeg'), await buildZip({ 'A.class': 'x' })]),
    'file_unsafe',
  ],
  'PDF with a Java archive behind it': [
    'document',
    'a.pdf',
    async () => Buffer.concat([await buildPdf(), await buildZip({ 'A.class': 'x' }), Buffer.from('%%EOF')]),
    'file_unsafe',
  ],
  'a PDF behind something else': [
    'document',
    'a.pdf',
    async () => Buffer.concat([Buffer.from('<html>'), await buildPdf()]),
    'file_type_not_allowed',
  ],
  'PDF with JavaScript': ['document', 'a.pdf', () => buildRawPdf(script), 'file_unsafe'],
  'PDF with disguised JavaScript': [
    'document',
    'a.pdf',
    () => buildRawPdf(script.replace('/JavaScript', '/J#61vaS#63ript')),
    'file_unsafe',
  ],
  'PDF with compressed JavaScript': [
    'document',
    'a.pdf',
    () => buildRawPdf(buildObjectStream('7 0 << /S /JavaScript /JS (x) >>')),
    'file_unsafe',
  ],
  'PDF with disguised compression': [
    'document',
    'a.pdf',
    () =>
      buildRawPdf(
        Buffer.from(
          buildObjectStream('7 0 << /S /JavaScript >>').toString('latin1').replace('/ObjStm', '/Obj#53tm'),
          'latin1',
        ),
      ),
    'file_unsafe',
  ],
  'PDF with unknown compression': [
    'document',
    'a.pdf',
    () => buildRawPdf(buildObjectStream('7 0 << >>', '/Filter [/ASCIIHexDecode /FlateDecode]')),
    'file_unsafe',
  ],
  'PDF whose objects expand': [
    'document',
    'a.pdf',
    () => buildRawPdf(buildObjectStream(Buffer.alloc(64 * MEGABYTE))),
    'file_unsafe',
  ],
  'PDF that starts a program': [
    'document',
    'a.pdf',
    () => buildRawPdf('1 0 obj << /S /Launch /F (cmd.exe) >> endobj'),
    'file_unsafe',
  ],
  'PDF with a file in it': [
    'document',
    'a.pdf',
    () => buildRawPdf('1 0 obj << /Names << /EmbeddedFiles 2 0 R >> >> endobj'),
    'file_unsafe',
  ],
  'PDF with a password': ['document', 'a.pdf', () => buildRawPdf('1 0 obj << /Encrypt 3 0 R >> endobj'), 'file_unsafe'],
  'PDF cut off': ['document', 'a.pdf', async () => (await buildPdf()).subarray(0, 700), 'file_damaged'],
  'JPG cut off': [
    'picture',
    'a.jpg',
    async () => (await buildImage('jpeg', 400, 400)).subarray(0, 900),
    'file_damaged',
  ],
  'PNG cut off': ['picture', 'a.png', async () => (await buildImage('png')).subarray(0, 200), 'file_damaged'],
  'image dimensions of a bomb': ['picture', 'a.png', buildPngBomb, 'file_unsafe'],
  'WebP, which is not allowed': ['picture', 'a.webp', () => buildImage('webp'), 'file_type_not_allowed'],
  'PNG under the name of a JPG': ['picture', 'a.jpg', () => buildImage('png'), 'file_type_not_allowed'],
  'PNG without an extension': ['picture', 'logo', () => buildImage('png'), 'file_type_not_allowed'],
  'PDF where images are wanted': ['picture', 'a.pdf', () => buildPdf(), 'file_type_not_allowed'],
  'an empty file': ['picture', 'a.png', () => Buffer.alloc(0), 'file_type_not_allowed'],
  'XLSX that unpacks to 70 MB': [
    'table',
    'a.xlsx',
    () => buildXlsx({ 'xl/worksheets/sheet2.xml': Buffer.alloc(70 * MEGABYTE, 'a') }),
    'file_unsafe',
  ],
  'XLSX with 1,100 parts': [
    'table',
    'a.xlsx',
    () => buildXlsx(Object.fromEntries(Array.from({ length: 1_100 }, (_, at) => [`xl/${at}.xml`, 'x']))),
    'file_unsafe',
  ],
  'XLSX with macros': ['table', 'a.xlsx', () => buildXlsx({ 'xl/vbaProject.bin': 'x' }), 'file_unsafe'],
  'XLSX with expanding entities': [
    'table',
    'a.xlsx',
    () => buildXlsx({ 'xl/sharedStrings.xml': '<!DOCTYPE x [<!ENTITY a "aaaa">]><sst>&a;</sst>' }),
    'file_unsafe',
  ],
  'XLSX cut off': ['table', 'a.xlsx', async () => (await buildXlsx()).subarray(0, 300), 'file_damaged'],
  'another archive': ['table', 'a.xlsx', () => buildZip({ 'a.txt': 'x' }), 'file_type_not_allowed'],
  'a program as a table': ['table', 'a.csv', () => Buffer.from('MZ\x00\x00\x00'), 'file_type_not_allowed'],
  'control characters in a table': ['table', 'a.csv', () => Buffer.from('a,b\n\x00\x01'), 'file_damaged'],
  'a table in another encoding': [
    'table',
    'a.csv',
    () => Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x2c, 0x31]),
    'file_damaged',
  ],
};

describe('refused, in both languages, and nothing is stored', () => {
  let before: number;
  beforeEach(async () => {
    before = await countFiles(t.deps);
  });

  test.each(Object.keys(ATTACKS))('%s', async (attack) => {
    const [to, name, content, code] = ATTACKS[attack]!;
    const file = { name, bytes: await content() };
    const english = await send(to, [file], to === 'document' ? { title: 'A' } : {});
    expect([english.status, english.code, english.errors.map(({ field }) => field)]).toEqual([422, code, ['file']]);
    const indonesian = await send(to, [file], to === 'document' ? { title: 'A' } : {}, { 'accept-language': 'id' });
    expect(indonesian.code).toBe(code);
    expect(indonesian.detail).not.toBe(english.detail);
    expect(await countFiles(t.deps)).toBe(before);
  });

  test('a file above the limit, and none at all', async () => {
    const large = await send('table', [{ name: 'a.csv', bytes: Buffer.alloc(LIMIT_BYTES + 1, 'a') }]);
    expect([large.status, large.code]).toEqual([413, 'file_too_large']);
    expect(large.detail).toBe('The file is larger than 2 MB. Choose a smaller file.');
    expect(await send('table', [])).toMatchObject({ status: 400, detail: 'file: Choose a file.' });
    expect(await countFiles(t.deps)).toBe(before);
  });

  test('1,000 files in one form, a file in another field, unknown fields, invalid fields', async () => {
    const bytes = Buffer.from('a,b\n');
    const many = await send(
      'table',
      Array.from({ length: 1_000 }, () => ({ name: 'a.csv', bytes })),
    );
    expect(many).toMatchObject({ status: 400, detail: 'file: Send one file at a time.' });
    const form = await buildForm([['other', { name: 'a.csv', bytes }]]);
    const other = await fastify.inject({
      method: 'POST',
      url: '/api/v1/table',
      payload: form.payload,
      headers: { ...form.headers, authorization: 'key' },
    });
    expect(other.json()).toMatchObject({ status_code: 400, detail: 'other: This field is not known.' });
    const unknown = await send('table', [{ name: 'a.csv', bytes }], { merchant_id: 'mer_1' });
    expect(unknown).toMatchObject({ status: 400, errors: [{ field: 'merchant_id' }] });
    const pdf = { name: 'a.pdf', bytes: await buildPdf() };
    expect(await send('document', [pdf], { title: 'x'.repeat(21) })).toMatchObject({
      status: 400,
      code: 'invalid_request',
    });
    expect(await countFiles(t.deps)).toBe(before);
  });

  test('a file whose handler fails', async () => {
    const pdf = { name: 'a.pdf', bytes: await buildPdf() };
    expect(await send('document', [pdf], { title: 'A', keep: 'fail' })).toMatchObject({
      status: 409,
      code: 'too_late',
    });
    expect(await countFiles(t.deps)).toBe(before);
  });

  test('strangers before a byte is read, missing objects before the form, and bodies that are no form', async () => {
    const pdf = { name: 'a.pdf', bytes: Buffer.from('not even a PDF') };
    expect(await send('document', [pdf], {}, { authorization: 'none' })).toMatchObject({ status: 401 });
    expect(await send('found/no', [pdf])).toMatchObject({ status: 404 });
    expect(await send('found/yes', [pdf])).toMatchObject({ status: 422 });
    const headers = { authorization: 'key' };
    const json = await fastify.inject({ method: 'POST', url: '/api/v1/table', payload: {}, headers });
    expect(json.json()).toMatchObject({ status_code: 415, code: 'unsupported_media_type' });
    const broken = { ...headers, 'content-type': 'multipart/form-data; boundary=x' };
    for (const payload of [
      'nothing',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\na,b',
    ]) {
      const answer = await fastify.inject({ method: 'POST', url: '/api/v1/table', payload, headers: broken });
      expect(answer.json()).toMatchObject({ status_code: 400, code: 'invalid_request' });
    }
    expect(await countFiles(t.deps)).toBe(before);
  });
});

describe('virus scanner', () => {
  const missing = findMissingClamd();
  const eicar = { name: 'a.csv', bytes: Buffer.from(EICAR) };

  test.skipIf(missing !== null)(`Debian's clamd${missing === null ? '' : ` (skipped: ${missing})`}`, async () => {
    const clamd = await startClamd();
    const own = fastify;
    try {
      fastify = await startUploadServer({ ...t.deps, env: { ...t.deps.env, CLAMD_ADDRESS: clamd.address } });
      const before = await countFiles(t.deps);
      expect(await send('table', [eicar])).toMatchObject({ status: 422, code: 'file_unsafe' });
      const packed = { name: 'a.xlsx', bytes: await buildXlsx({ 'xl/media.txt': EICAR }) };
      expect(await send('table', [packed])).toMatchObject({ status: 422, code: 'file_unsafe' });
      expect(await countFiles(t.deps)).toBe(before);
      const clean = { name: 'a.csv', bytes: Buffer.alloc(MEGABYTE, 'a,b\n') };
      expect(await send('table', [clean])).toMatchObject({ status: 200 });
    } finally {
      fastify = own;
      await clamd.stop();
    }
  });

  test('without a verdict no file is accepted', async () => {
    const own = fastify;
    fastify = await startUploadServer({ ...t.deps, env: { ...t.deps.env, CLAMD_ADDRESS: '/nowhere/clamd.sock' } });
    const before = await countFiles(t.deps);
    const refused = await send('table', [{ name: 'a.csv', bytes: Buffer.from('a,b\n') }]);
    expect(refused).toMatchObject({ status: 503, code: 'scan_unavailable' });
    expect(await countFiles(t.deps)).toBe(before);
    fastify = own;
  });
});
