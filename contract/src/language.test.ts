import { expect, test } from 'vitest';
import { parseLanguage, translateMessage, validationMessage, declareLegacyMessage } from './language.ts';

test('the first supported language of an Accept-Language header is used, English otherwise', () => {
  expect(parseLanguage('id-ID,id;q=0.9,en;q=0.8')).toBe('id');
  expect(parseLanguage('en-GB,id')).toBe('en');
  expect(parseLanguage('fr-FR, id;q=0.5')).toBe('id');
  expect(parseLanguage('fr')).toBe('en');
  expect(parseLanguage('')).toBe('en');
  expect(parseLanguage(undefined)).toBe('en');
});

test('a declared validation message is translated, any other stays as it is', () => {
  const message = validationMessage('Enter an amount.', 'Masukkan jumlah.');
  expect(translateMessage(message, 'id')).toBe('Masukkan jumlah.');
  expect(translateMessage(message, 'en')).toBe('Enter an amount.');
  expect(translateMessage('Unknown', 'id')).toBe('Unknown');
});

test('a text that an earlier version stored is translated as the one that replaced it', () => {
  declareLegacyMessage('Bound to the account', validationMessage('Account changed', 'Rekening diubah'));
  expect(translateMessage('Bound to the account', 'id')).toBe('Rekening diubah');
  expect(translateMessage('Bound to the account', 'en')).toBe('Bound to the account');
});
