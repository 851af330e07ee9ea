/**
 * Upload of a 300-page PDF through the API until the answer holds its docsource_id, against `pdftotext`
 * (poppler) on the same file, alternating. Argument: rounds (5).
 */
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { registerClient } from '#e2e/api-client.ts';
import { queryDatabase } from '#e2e/database-of.ts';
import { until } from '#e2e/lectern-process.ts';
import { drawBook, makePdf } from '#server/documents/testing/make-pdf.ts';
import { withDirectory, withLectern } from './lectern.ts';
import { median, printResult } from './result.ts';

const GOAL = 3;
const PAGES = 300;
const rounds = Number(process.argv[2] ?? 5);

await withDirectory(async (directory) => {
  const pdf = join(directory, 'book.pdf');
  await writeFile(pdf, await makePdf((document, fonts) => drawBook(document, fonts, PAGES)));
  await withLectern(async (lectern) => {
    const client = await registerClient(lectern.origin);
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      // Embedding the previous document continues in the background; it is not part of reading this one.
      await until(
        'no job is left',
        async () => {
          // Asked of the jobs themselves: the queue's own figures are some seconds old.
          const [left] = await queryDatabase<{ count: number }>(
            lectern.dataDirectory,
            `select count(*)::int as count from pgboss.job where state < 'completed'`,
          );
          return left?.count === 0;
        },
        600_000,
      );
      const started = performance.now();
      await client.uploadDocument(pdf);
      const between = performance.now();
      execFileSync('pdftotext', [pdf, join(directory, 'peer.txt')]);
      // The first round loads code and fills caches on both sides.
      if (round === 0) continue;
      ours.push(between - started);
      theirs.push(performance.now() - between);
    }
    const ratio = median(ours) / median(theirs);
    printResult({
      name: `upload of a ${PAGES}-page PDF through the API until it is read`,
      value: `${median(ours).toFixed(0)} ms`,
      peer: `pdftotext ${median(theirs).toFixed(0)} ms`,
      ratio,
      goal: `at most ${GOAL}`,
      met: ratio <= GOAL,
    });
  });
});
