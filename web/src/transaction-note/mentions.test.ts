import { expect, test } from 'vitest';
import { completeMention, findTypedMention, splitMentions, suggestColleagues } from './mentions.ts';

const COLLEAGUES = ['Budi Santoso', 'Budi', 'Ayu (finance)'];

test('a mention is the whole name of a colleague, the longest that fits', () => {
  expect(splitMentions('Ask @Budi Santoso or @Ayu (finance), not @Nobody', COLLEAGUES)).toEqual([
    { text: 'Ask ', is_mention: false },
    { text: '@Budi Santoso', is_mention: true },
    { text: ' or ', is_mention: false },
    { text: '@Ayu (finance)', is_mention: true },
    { text: ', not @Nobody', is_mention: false },
  ]);
  expect(splitMentions('plain', [])).toEqual([{ text: 'plain', is_mention: false }]);
});

test.each([
  ['Ask @Bu', 7, 'Bu'],
  ['@', 1, ''],
  ['mail a@b', 8, null],
  ['Ask @Bu now', 4, null],
  ['nobody', 6, null],
])('in %j at %i is typed %j', (text, caret, typed) => {
  expect(findTypedMention(text, caret)).toBe(typed);
});

test('names are suggested by their first letters and put in whole', () => {
  expect(suggestColleagues('bu', COLLEAGUES)).toEqual(['Budi Santoso', 'Budi']);
  expect(suggestColleagues('san', COLLEAGUES)).toEqual(['Budi Santoso']);
  expect(completeMention('Ask @Bu now', 7, 'Budi Santoso')).toEqual({ text: 'Ask @Budi Santoso  now', caret: 18 });
});
