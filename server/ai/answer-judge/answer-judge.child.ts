import { serveModel } from '../model-process/serve-model.ts';
import type { AnswerJudgeRequest, AnswerJudgeResult, AnswerJudgeSettings } from './answer-judge-protocol.ts';
import { openAnswerJudge } from './open-answer-judge.ts';

serveModel<AnswerJudgeSettings, AnswerJudgeRequest, AnswerJudgeResult>(async ({ tokenizerPath }) => {
  const judge = await openAnswerJudge(tokenizerPath);
  return async (requests) => {
    const results: AnswerJudgeResult[] = [];
    for (const { question, candidates } of requests)
      results.push({ odds: await judge(question, candidates) });
    return results;
  };
});
