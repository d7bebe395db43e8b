/** Images are decoded and encoded again, so that only pixels remain: no metadata, scripts, or files behind the image. */
import type { Metadata, Sharp } from 'sharp';
import { damagedFile, UNSAFE_REASONS, unsafeFile } from './problems.ts';

/** Above this an image takes too much memory to decode. */
const PIXELS_MAX = 40_000_000;
/** A4 at 300 dpi. */
export const IMAGE_MAX_PX = 3508;
const JPEG_QUALITY = 88;

/** Markers of web pages and scripts, which no camera or drawing program writes into an image. */
const ACTIVE_CONTENT = /<(?:script|!doctype|html|iframe|\?php|body|object)\b|javascript:/i;

export interface Image {
  bytes: Buffer;
  width_px: number;
  height_px: number;
}

export interface ImageLimits {
  max_px: number;
  max_bytes: number;
}

export async function reencodeImage(bytes: Buffer, type: 'png' | 'jpeg', limits: ImageLimits): Promise<Image> {
  assertImageAlone(bytes, type);
  const { default: sharp } = await import('sharp');
  // Memory of decoded images is not kept, and one image uses one thread.
  sharp.cache(false);
  sharp.concurrency(1);
  const image = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', sequentialRead: true });
  assertExpectedImage(await readMetadata(image), type);
  let { max_px } = limits;
  for (;;) {
    const encoded = await encodeImage(image.clone(), type, { ...limits, max_px });
    if (encoded.bytes.length <= limits.max_bytes || max_px < SCALED_MIN_PX) return encoded;
    max_px = Math.floor(max_px * 0.8);
  }
}

/** Images are not scaled below this size to fit into their bytes. */
const SCALED_MIN_PX = 64;

async function encodeImage(image: Sharp, type: 'png' | 'jpeg', { max_px, max_bytes }: ImageLimits): Promise<Image> {
  const scaled = image
    .rotate()
    .resize({ width: max_px, height: max_px, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb');
  // Few colours are enough where the size is limited.
  const png = { compressionLevel: 9, palette: Number.isFinite(max_bytes) };
  const encoded = type === 'png' ? scaled.png(png) : scaled.jpeg({ quality: JPEG_QUALITY });
  try {
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
    return { bytes: data, width_px: info.width, height_px: info.height };
  } catch {
    throw damagedFile();
  }
}

async function readMetadata(image: Sharp): Promise<Metadata> {
  try {
    return await image.metadata();
  } catch (error) {
    throw error instanceof Error && error.message.includes('pixel limit')
      ? unsafeFile(UNSAFE_REASONS.dimensions)
      : damagedFile();
  }
}

function assertExpectedImage({ format, width, height }: Metadata, type: 'png' | 'jpeg'): void {
  if (format !== type) throw damagedFile();
  if (width * height > PIXELS_MAX) throw unsafeFile(UNSAFE_REASONS.dimensions);
}

/** Refuses files that are an image and something else, although encoding again would remove the rest. */
function assertImageAlone(bytes: Buffer, type: 'png' | 'jpeg'): void {
  if (ACTIVE_CONTENT.test(bytes.toString('latin1')) || hasZipTrailer(bytes)) throw unsafeFile(UNSAFE_REASONS.mixed);
  if (type !== 'png') return;
  const end = findPngEnd(bytes);
  if (end === null) throw damagedFile();
  if (end < bytes.length) throw unsafeFile(UNSAFE_REASONS.mixed);
}

const PNG_SIGNATURE_BYTES = 8;
/** Length, type and checksum around the data of a chunk. */
const PNG_CHUNK_OVERHEAD_BYTES = 12;

/** The offset behind the IEND chunk; null when the chunks do not lead there. */
function findPngEnd(bytes: Buffer): number | null {
  let at = PNG_SIGNATURE_BYTES;
  while (at + PNG_CHUNK_OVERHEAD_BYTES <= bytes.length) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    at += bytes.readUInt32BE(at) + PNG_CHUNK_OVERHEAD_BYTES;
    if (type === 'IEND') return at <= bytes.length ? at : null;
  }
  return null;
}

const ZIP_END = Buffer.from('PK\x05\x06', 'latin1');
const ZIP_END_BYTES = 22;
const ZIP_COMMENT_MAX_BYTES = 65_535;

/** Whether a ZIP reader would open the file, as Java does with images that have an archive behind them. */
export function hasZipTrailer(bytes: Buffer): boolean {
  const tail = bytes.subarray(Math.max(0, bytes.length - ZIP_END_BYTES - ZIP_COMMENT_MAX_BYTES));
  for (let at = tail.indexOf(ZIP_END); at !== -1; at = tail.indexOf(ZIP_END, at + 1)) {
    if (at + ZIP_END_BYTES > tail.length) return false;
    const comment_bytes = tail.readUInt16LE(at + ZIP_END_BYTES - 2);
    if (at + ZIP_END_BYTES + comment_bytes <= tail.length) return true;
  }
  return false;
}
