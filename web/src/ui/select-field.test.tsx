import { BANKS, isBankMatch } from '@dasbor/contract/bank';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderComponent } from '../test/render.tsx';
import { SelectField } from './select-field.tsx';

test('every field that searches for a bank finds it by its aliases', () => {
  const sources = import.meta.glob<string>('../**/*.tsx', { query: '?raw', import: 'default', eager: true });
  const searching = Object.entries(sources).filter(
    ([file, text]) => !/test/.test(file) && text.includes("'@dasbor/contract/bank'") && /\ssearchable\b/.test(text),
  );
  expect(searching.length).toBeGreaterThan(4);
  expect(searching.filter(([, text]) => !text.includes('isMatch={isBankMatch}')).map(([file]) => file)).toEqual([]);
});

test('a bank is found by an alias that its name does not contain', async () => {
  const onChange = vi.fn();
  const { user } = renderComponent(
    <SelectField label="Bank" searchable options={BANKS} isMatch={isBankMatch} value={null} onChange={onChange} />,
  );
  await user.type(screen.getByRole('combobox', { name: 'Bank' }), 'BSM');
  await user.click(await screen.findByRole('option'));
  expect(onChange).toHaveBeenCalledWith(expect.objectContaining({ channel: 'BSI' }));
});
