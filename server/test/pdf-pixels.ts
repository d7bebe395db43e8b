/** Reads the pixels of a PDF, and of images, with programs other than ours. */
import { execFileSync } from 'node:child_process';
import sharp from 'sharp';

/** A channel may differ by this much: JPEG and smoothed edges. */
const TOLERANCE = 12;

/** How many pixels of an image have a colour such as `#7a3e12`. */
export async function countPixels(image: Buffer, color: string): Promise<number> {
  const wanted = [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let count = 0;
  for (let at = 0; at < data.length; at += info.channels) {
    if (wanted.every((channel, index) => Math.abs((data[at + index] ?? 0) - channel) <= TOLERANCE)) count += 1;
  }
  return count;
}

/** The first page of a PDF at 72 dpi: a pixel is a point. */
export const drawPdf = (pdf: Buffer): Buffer =>
  execFileSync('pdftoppm', ['-r', '72', '-f', '1', '-l', '1', '-png', '-'], { input: pdf, maxBuffer: 20_000_000 });
