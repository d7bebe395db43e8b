import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { HOME_DATA, openHome, region, setUpHome } from '../test/dashboard-fixtures.ts';

setUpHome();

test('a chart supports the keyboard and can be shown as a table', async () => {
  const { user } = await openHome();
  const card = await region('Gross volume by method');
  const chart = await within(card).findByRole('slider');
  chart.focus();
  expect(chart).toHaveAttribute(
    'aria-valuetext',
    'Sat, 21 Nov: QRIS Rp 7.777, Virtual account –, All methods Rp 7.777, Previous period –',
  );
  await user.keyboard('{ArrowLeft}');
  expect(chart).toHaveAttribute(
    'aria-valuetext',
    'Fri, 20 Nov: QRIS Rp 6.000, Virtual account Rp 3.000, All methods Rp 9.000, Previous period Rp 8.000',
  );
  await user.click(within(card).getByRole('button', { name: 'Gross volume by method as a table' }));
  expect(
    within(card)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Day (WIB)', 'QRIS', 'Virtual account', 'All methods', 'Previous period']);
  expect(
    await within(card).findByRole('row', { name: 'Fri, 20 Nov Rp 6.000 Rp 3.000 Rp 9.000 Rp 8.000' }),
  ).toBeVisible();
});

test('domain 1.1: volume is stacked by method, and the success rate has a line for each method', async () => {
  await openHome();
  const volume = await region('Gross volume by method');
  await within(volume).findByRole('slider');
  const stacks = [...volume.querySelectorAll('[data-mark="series-1"]')].filter(({ parentElement }) =>
    parentElement?.style.height.endsWith('%'),
  );
  // The bar is as high as the sum; its parts share it.
  expect(stacks.map(({ parentElement }) => [...(parentElement?.children ?? [])].map((part) => part.outerHTML))).toEqual(
    [
      [
        '<i data-mark="series-1" style="flex-grow: 6000;"></i>',
        '<i data-mark="series-2" style="flex-grow: 3000;"></i>',
      ],
      ['<i data-mark="series-1" style="flex-grow: 7777;"></i>', '<i data-mark="series-2" style="flex-grow: 0;"></i>'],
    ],
  );
  const rate = await region('Success rate by method');
  await within(rate).findByRole('slider');
  const lines = [...rate.querySelectorAll<SVGPathElement>('path[data-mark]')].filter((path) => path.getAttribute('d'));
  expect(lines.map((path) => path.dataset['mark'])).toEqual(['previous', 'series-1', 'series-2']);
});

test('a single method has no sum of its own', async () => {
  HOME_DATA.by_method = [{ method: 'qris', values: [9_000, 7_777] }];
  const { user } = await openHome('/dashboard?compare=no');
  const card = await region('Gross volume by method');
  const chart = await within(card).findByRole('slider');
  chart.focus();
  expect(chart).toHaveAttribute('aria-valuetext', 'Sat, 21 Nov: QRIS Rp 7.777');
  await user.click(within(card).getByRole('button', { name: 'Gross volume by method as a table' }));
  expect(await within(card).findByRole('row', { name: 'Fri, 20 Nov Rp 9.000' })).toBeVisible();
});

test('charts name their colours: the methods of the period and the comparison', async () => {
  await openHome();
  for (const name of ['Gross volume by method', 'Success rate by method']) {
    const card = await region(name);
    expect((await within(card).findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
      'QRIS',
      'Virtual account',
      'Previous period',
    ]);
  }
});
