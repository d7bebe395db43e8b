import { expect, test } from 'vitest';
import { buildQrShape, toSvg } from './qr-shape.ts';

test('a code has a quiet zone of four modules on every side', () => {
  const { size, path } = buildQrShape('00020101021226');
  const places = [...path.matchAll(/M(\d+) (\d+)h/g)].flatMap(([, x, y]) => [Number(x), Number(y)]);
  expect(Math.min(...places)).toBe(4);
  expect(Math.max(...places)).toBe(size - 5);
});

test('the file is a whole SVG document of its own', () => {
  const svg = toSvg(buildQrShape('00020101021226'));
  const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml');
  expect(parsed.documentElement.namespaceURI).toBe('http://www.w3.org/2000/svg');
  expect(parsed.querySelectorAll('path')).toHaveLength(2);
});
