import { screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { renderComponent } from '../test/render.tsx';
import { DateField, type DateFieldProps } from './date-field.tsx';
import { changeLanguage } from './define-messages.ts';

afterEach(() => changeLanguage('en'));

function Form(props: Partial<DateFieldProps>) {
  const [value, setValue] = useState(props.value ?? '');
  return (
    <>
      <DateField label="Day" {...props} value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  );
}
const getValue = () => screen.getByRole('status').textContent;

test('a day is shown and accepted in the format of the language', async () => {
  await changeLanguage('id');
  const { user } = renderComponent(<Form value="2026-08-02" />);
  const field = screen.getByLabelText('Day');
  expect(field).toHaveValue('2 Agu 2026');
  await user.clear(field);
  await user.type(field, '5/10/2026');
  expect(getValue()).toBe('2026-10-05');
  await user.tab();
  expect(field).toHaveValue('5 Okt 2026');
});

test('a text that is no date stays and is named once the field was left', async () => {
  const { user } = renderComponent(<Form value="2026-08-02" />);
  const field = screen.getByLabelText('Day');
  await user.clear(field);
  await user.type(field, '31 Feb');
  expect(field).toBeValid();
  await user.tab();
  expect(field).toHaveValue('31 Feb');
  expect(getValue()).toBe('');
  expect(field).toHaveAccessibleDescription(/^Enter a date such as \d+ \w{3} \d{4}\.$/);
});

test('a form is not submitted with a text that is no date; the field says so', async () => {
  const submitted: string[] = [];
  const { user } = renderComponent(
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submitted.push(getValue() ?? '');
      }}
    >
      <Form />
    </form>,
  );
  const field = screen.getByLabelText('Day');
  await user.type(field, 'tomorrow{Enter}');
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription(/^Enter a date such as/);
  expect(field).toHaveFocus();
  expect(submitted).toEqual([]);
  await user.clear(field);
  await user.type(field, '5 Oct 2026{Enter}');
  expect(submitted).toEqual(['2026-10-05']);
});

test('a day picked from the calendar keeps the time', async () => {
  const { user } = renderComponent(<Form value="2026-11-22T14:05" with_time />);
  expect(screen.getByLabelText('Day (WIB)')).toHaveValue('22 Nov 2026, 14:05');
  await user.click(screen.getByRole('button', { name: 'Choose a day: Day (WIB)' }));
  await user.click(await screen.findByRole('button', { name: '25 November 2026' }));
  expect(getValue()).toBe('2026-11-25T14:05');
  expect(screen.getByLabelText('Day (WIB)')).toHaveValue('25 Nov 2026, 14:05');
  expect(screen.queryByRole('button', { name: '25 November 2026' })).toBeNull();
});
