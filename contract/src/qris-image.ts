/** QR codes as image files, and as a sheet to print. */
import { z } from 'zod';
import { needs } from './access.ts';
import { idSchema } from './id.ts';
import { route } from './route.ts';

const params = z.object({ id: idSchema('qris_payment') });
const IMAGE_ERRORS = { not_issued: 409 } as const;

export const getQrisPng = route({
  name: 'getQrisPng',
  method: 'GET',
  path: '/qris-payments/{id}/picture.png',
  summary: 'Download a QR code as PNG',
  access: needs('QRIS', 'view'),
  params,
  stream: 'image/png',
  errors: IMAGE_ERRORS,
});

export const getQrisSvg = route({
  name: 'getQrisSvg',
  method: 'GET',
  path: '/qris-payments/{id}/picture.svg',
  summary: 'Download a QR code as SVG',
  access: needs('QRIS', 'view'),
  params,
  stream: 'image/svg+xml',
  errors: IMAGE_ERRORS,
});

export const getQrisPdf = route({
  name: 'getQrisPdf',
  method: 'GET',
  path: '/qris-payments/{id}/sticker.pdf',
  summary: 'Download a QR code as a printable A6 sheet (PDF)',
  access: needs('QRIS', 'view'),
  params,
  stream: 'application/pdf',
  errors: IMAGE_ERRORS,
});
