/** Reads a QR image as a payer's camera does: from the pixels on the screen, with an independent decoder. */
import type { Locator } from '@playwright/test';
import jsQR from 'jsqr';
import sharp from 'sharp';

/** The text of the QR code that an element shows; null when it is not readable. */
export async function readQr(shown: Locator): Promise<string | null> {
  // Pixels of the style sheet: those of a phone's screen are seven times as many, and as slow to search.
  const png = await shown.screenshot({ scale: 'css' });
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const pixels = Uint8ClampedArray.from(data);
  return jsQR.default(pixels, info.width, info.height, { inversionAttempts: 'dontInvert' })?.data ?? null;
}
