/** Reads a QR image as a payer's camera does: from the pixels on the screen, with an independent decoder. */
import type { BrowserContext, Locator } from '@playwright/test';
import jsQR from 'jsqr';

/** The text of the QR code that an element shows; null when it is not readable. */
export async function readQr(shown: Locator, context: BrowserContext): Promise<string | null> {
  const png = await shown.screenshot();
  const { pixels, width, height } = await readPixels(png, context);
  return jsQR.default(pixels, width, height)?.data ?? null;
}

/** Decodes the PNG in an empty page, which has no content security policy. */
async function readPixels(png: Buffer, context: BrowserContext) {
  const page = await context.newPage();
  const { bytes, width, height } = await page.evaluate(
    async (source) => {
      const picture = await createImageBitmap(await (await fetch(source)).blob());
      const canvas = new OffscreenCanvas(picture.width, picture.height);
      const drawing = canvas.getContext('2d');
      if (!drawing) throw new Error('This browser cannot draw');
      drawing.drawImage(picture, 0, 0);
      const { data } = drawing.getImageData(0, 0, picture.width, picture.height);
      return { bytes: Array.from(data), width: picture.width, height: picture.height };
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  await page.close();
  return { pixels: Uint8ClampedArray.from(bytes), width, height };
}
