import { execFileSync } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { renderPdf } from './document.ts';

test('figures of a column align digit by digit', async () => {
  const pdf = await buffer(
    renderPdf({ title: 'Figures' }, ({ table }) => {
      const writeRow = table([{ header: 'Amount', width: 200, align: 'right' }]);
      writeRow(['1111111']);
      writeRow(['8888888']);
    }),
  );
  const words = execFileSync('pdftotext', ['-bbox', '-', '-'], { input: pdf }).toString();
  const left = [...words.matchAll(/xMin="([\d.]+)".*>(?:1111111|8888888)</g)].map(([, x]) => Number(x));
  expect(left).toHaveLength(2);
  expect(left[0]).toBeCloseTo(left[1] ?? 0, 1);
});
