/** The picture of a QRIS code as a file: to show, to send, to print. */
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
  summary: 'The code as a PNG picture',
  access: needs('QRIS', 'view'),
  params,
  stream: 'image/png',
  errors: IMAGE_ERRORS,
});

export const getQrisSvg = route({
  name: 'getQrisSvg',
  method: 'GET',
  path: '/qris-payments/{id}/picture.svg',
  summary: 'The code as an SVG picture',
  access: needs('QRIS', 'view'),
  params,
  stream: 'image/svg+xml',
  errors: IMAGE_ERRORS,
});

export const getQrisPdf = route({
  name: 'getQrisPdf',
  method: 'GET',
  path: '/qris-payments/{id}/sticker.pdf',
  summary: 'The code as a sheet of A6 to print, with the name of the business and its NMID',
  access: needs('QRIS', 'view'),
  params,
  stream: 'application/pdf',
  errors: IMAGE_ERRORS,
});
