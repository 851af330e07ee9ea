import Papa from 'papaparse';
import type { CreateClassListRequest } from '#contract/class-lists.ts';

type Member = CreateClassListRequest['members'][number];

const NAME_HEADER = /name|nombre|apellido|alumn|student$|estudiante/iu;
const NUMBER_HEADER = /\bid\b|number|número|numero|matr[íi]cula|\bnr\b/iu;
const isNumber = (cell: string): boolean => /\d/u.test(cell) && !cell.includes('@');

/**
 * Reads students from a CSV file or from pasted lines. With a header, its columns of names and numbers count; without one, a
 * cell with a digit is the number and the others are the name.
 */
export function readClassList(text: string): Member[] {
  const rows = Papa.parse<string[]>(text.replace(/^\uFEFF/u, ''), {
    skipEmptyLines: 'greedy',
    delimitersToGuess: [',', ';', '\t', '|'],
  }).data.map((row) => row.map((cell) => cell.trim()));
  const [header = []] = rows;
  const names = header.flatMap((cell, place) =>
    NAME_HEADER.test(cell) && !NUMBER_HEADER.test(cell) ? [place] : [],
  );
  const number = header.findIndex((cell) => NUMBER_HEADER.test(cell));
  const hasHeader = names.length > 0 && !header.some(isNumber);
  const members = (hasHeader ? rows.slice(1) : rows).map((row) =>
    hasHeader
      ? {
          name: joinCells(
            names.map((place) => row[place] ?? ''),
            ' ',
          ),
          student_number: row[number] ?? '',
        }
      : {
          name: joinCells(
            row.filter((cell) => !isNumber(cell) && !cell.includes('@')),
            ', ',
          ),
          student_number: row.find(isNumber) ?? '',
        },
  );
  return members.filter(({ name }) => name !== '');
}

const joinCells = (cells: readonly string[], separator: string): string =>
  cells.filter((cell) => cell !== '').join(separator);
