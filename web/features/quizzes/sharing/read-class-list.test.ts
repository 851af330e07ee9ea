import { expect, test } from 'vitest';
import { readClassList } from './read-class-list.ts';

test.each([
  [
    'one name per line',
    'Ada Lovelace\nAlan Turing\n\n',
    [
      ['Ada Lovelace', ''],
      ['Alan Turing', ''],
    ],
  ],
  ['a number after a comma', 'Ada Lovelace, 1815\r\n', [['Ada Lovelace', '1815']]],
  ['a surname before a comma', 'Lovelace, Ada\n', [['Lovelace, Ada', '']]],
  ['quoted cells and a byte order mark', '\uFEFF"Lovelace, Ada";s1815\n', [['Lovelace, Ada', 's1815']]],
  ['columns of a spreadsheet', 'Ada\tLovelace\t1815\n', [['Ada, Lovelace', '1815']]],
  [
    'a header that names the columns',
    'First name,Surname,ID number,Email address\nAda,Lovelace,1815,ada1@example.org\n',
    [['Ada Lovelace', '1815']],
  ],
  ['a Spanish header', 'Matrícula;Nombre\nM-7;Álvaro Núñez\n', [['Álvaro Núñez', 'M-7']]],
  ['addresses, which are ignored', 'Ada Lovelace,ada1815@example.org\n', [['Ada Lovelace', '']]],
  ['nothing', ' \n\n', []],
])('reads %s', (_, text, expected) => {
  expect(readClassList(text).map(({ name, student_number: number }) => [name, number])).toEqual(expected);
});
