/** QR codes as images: PNG, encoded directly from the modules, and SVG. */
import { crc32, deflateSync } from 'node:zlib';
import { encode, renderSVG } from 'uqr';

/** Width of the quiet zone, as the QR code standard requires. */
export const QUIET_MODULES = 4;
/** Pixels per module: a code of 49 modules is 588 pixels wide, sharp on screens and on A6 paper. */
const SCALE = 12;
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Rows of modules including the quiet zone; dark modules are true. */
export const encodeModules = (qr_content: string): boolean[][] =>
  encode(qr_content, { ecc: 'M', border: QUIET_MODULES }).data;

export const toSvg = (qr_content: string): string => renderSVG(qr_content, { ecc: 'M', border: QUIET_MODULES });

/** A PNG with one bit per pixel, black on white. */
export function toPng(qr_content: string): Buffer {
  const modules = encodeModules(qr_content);
  const width = modules.length * SCALE;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(width, 4);
  // One-bit greyscale, default compression and filter, not interlaced.
  head[8] = 1;
  const rows = modules.flatMap((row) => {
    const line = buildScanline(row, width);
    return Array.from({ length: SCALE }, () => line);
  });
  return Buffer.concat([
    PNG_SIGNATURE,
    buildChunk('IHDR', head),
    buildChunk('IDAT', deflateSync(Buffer.concat(rows))),
    buildChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** One line of pixels after its filter byte; a set bit is white. */
function buildScanline(row: readonly boolean[], width: number): Buffer {
  const line = Buffer.alloc(1 + Math.ceil(width / 8), 0xff);
  line[0] = 0;
  for (let dot = 0; dot < width; dot++) {
    const index = 1 + (dot >> 3);
    if (row[Math.floor(dot / SCALE)]) line[index] = (line[index] ?? 0) & ~(0x80 >> (dot & 7));
  }
  return line;
}

function buildChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(8 + body.length);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), 4 + body.length);
  return framed;
}
