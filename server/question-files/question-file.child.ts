/** The process that reads one question file of a stranger: a `QuestionFileRequest` comes in, a `QuestionFileReply` goes out. */
import { constants } from 'node:os';
import process from 'node:process';
import { lowerPriority } from '#server/lower-priority.ts';
import { fitPart } from './fit-question.ts';
import { parseQuestionFile } from './parse-question-file.ts';
import { questionFileRequest, type QuestionFileReply } from './question-file-messages.ts';
import { QuestionFileError } from './question-file.ts';

lowerPriority(constants.priority.PRIORITY_BELOW_NORMAL);

function send(reply: QuestionFileReply): void {
  process.send?.(reply);
}

process.on('message', (message) => {
  const { path, name } = questionFileRequest.parse(message);
  parseQuestionFile(path, name).then(
    (file) => send({ kind: 'read', file: { ...file, parts: file.parts.map(fitPart) } }),
    (error: unknown) => {
      // Anything else ends the process, which its parent sees.
      if (!(error instanceof QuestionFileError)) throw error;
      send({ kind: 'problem', problem: error.problem, line: error.line });
    },
  );
});
process.on('disconnect', () => process.exit(0));
process.on('SIGINT', () => undefined);
send({ kind: 'ready' });
