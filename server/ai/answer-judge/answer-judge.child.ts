import { serveRequests } from '#server/sandbox/serve-requests.ts';
import type { AnswerJudgeRequest, AnswerJudgeResult, AnswerJudgeSettings } from './answer-judge-protocol.ts';
import { openAnswerJudge } from './open-answer-judge.ts';

serveRequests<AnswerJudgeSettings, AnswerJudgeRequest, AnswerJudgeResult>(async (settings) => {
  const judge = await openAnswerJudge(settings);
  return async (requests) => (await judge(requests)).map((odds) => ({ odds }));
});
