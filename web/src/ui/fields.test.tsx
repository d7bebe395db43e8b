import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderComponent } from '../test/render.tsx';
import { PasswordField } from './password-field.tsx';
import { SelectField } from './select-field.tsx';
import { TextField } from './text-field.tsx';

const BANKS = [
  { name: 'BCA', code: '014' },
  { name: 'Mandiri', code: '008' },
];

test("spec §2: a label shows '(required)' for required fields, and only for them", () => {
  renderComponent(
    <>
      <TextField label="Host" required value="" onChange={vi.fn()} />
      <PasswordField label="Password" required value="" onChange={vi.fn()} />
      <SelectField label="Bank" required options={BANKS} value={null} onChange={vi.fn()} />
      <TextField label="Note" value="" onChange={vi.fn()} />
    </>,
  );
  for (const name of ['Host (required)', 'Password (required)', 'Note'])
    expect(screen.getByLabelText(name)).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Bank (required)' })).toBeVisible();
  expect(screen.getByLabelText('Host (required)')).toBeRequired();
  expect(screen.getByLabelText('Note')).not.toBeRequired();
});

test('spec §2: the error shows once the field was touched; the field is then marked as invalid', async () => {
  const { user } = renderComponent(<TextField label="Host" error="Enter a host" value="" onChange={vi.fn()} />);
  const field = screen.getByLabelText('Host');
  expect(screen.queryByText('Enter a host')).toBeNull();
  expect(field).not.toBeInvalid();
  await user.click(field);
  expect(screen.queryByText('Enter a host')).toBeNull();
  await user.tab();
  expect(screen.getByText('Enter a host')).toBeVisible();
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription('Enter a host');
});

test('spec §2: a field with an error is styled as faulty, in the colour of errors', async () => {
  const { user } = renderComponent(
    <>
      <TextField label="Host" error="Enter a host" value="" onChange={vi.fn()} />
      <PasswordField label="Password" error="Enter it" value="" onChange={vi.fn()} />
      <SelectField label="Bank" error="Choose one" options={BANKS} value={null} onChange={vi.fn()} />
    </>,
  );
  const faulty = () => document.querySelectorAll('.mantine-Input-wrapper[data-error]');
  expect(faulty()).toHaveLength(0);
  for (let count = 0; count < 4; count++) await user.tab();
  await user.click(document.body);
  expect(faulty()).toHaveLength(3);
});

test('spec §2: a touched field without an error shows none', async () => {
  const { user } = renderComponent(<TextField label="Host" value="" onChange={vi.fn()} />);
  await user.click(screen.getByLabelText('Host'));
  await user.tab();
  expect(screen.getByLabelText('Host')).not.toBeInvalid();
});

test('spec §2: a form may say by itself that a field was touched', () => {
  renderComponent(<PasswordField label="Password" error="Enter it" touched value="" onChange={vi.fn()} />);
  expect(screen.getByText('Enter it')).toBeVisible();
});

test('spec §2: a password can be shown and hidden', async () => {
  const { user } = renderComponent(<PasswordField label="Password" value="secret" onChange={vi.fn()} />);
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
  await user.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
});

function BankField({
  clearable = false,
  onChange,
}: {
  clearable?: boolean;
  onChange: (bank: (typeof BANKS)[number] | null) => void;
}) {
  const [bank, setBank] = useState<(typeof BANKS)[number] | null>(null);
  const change = (next: (typeof BANKS)[number] | null) => {
    setBank(next);
    onChange(next);
  };
  return <SelectField label="Bank" options={BANKS} value={bank} clearable={clearable} onChange={change} />;
}

test("spec §2: the dropdown's placeholder is 'Pilih {label}'; its options are items with a name", async () => {
  const onChange = vi.fn();
  const { user } = renderComponent(<BankField onChange={onChange} />);
  expect(screen.getByPlaceholderText('Pilih Bank')).toBeVisible();
  await user.click(screen.getByRole('combobox', { name: 'Bank' }));
  await user.click(await screen.findByRole('option', { name: 'Mandiri' }));
  expect(onChange).toHaveBeenCalledWith(BANKS[1]);
  expect(screen.getByRole('combobox', { name: 'Bank' })).toHaveValue('Mandiri');
});

test('spec §2: an optional clear button resets the selection to none', async () => {
  const onChange = vi.fn();
  const { user, unmount } = renderComponent(<BankField clearable onChange={onChange} />);
  await user.click(screen.getByRole('combobox', { name: 'Bank' }));
  await user.click(await screen.findByRole('option', { name: 'BCA' }));
  await user.click(screen.getByRole('button', { name: 'Clear Bank' }));
  expect(onChange).toHaveBeenLastCalledWith(null);
  expect(screen.getByRole('combobox', { name: 'Bank' })).toHaveValue('');
  unmount();
  renderComponent(<BankField onChange={onChange} />);
  expect(screen.queryByRole('button', { name: 'Clear Bank' })).toBeNull();
});
