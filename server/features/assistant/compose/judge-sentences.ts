import { describeContext, type JudgeAnswers } from '../../../ai/answer-judge.ts';
import { TextEmbedderUnavailableError } from '../../../ai/text-embedder.ts';
import type { Question } from './read-question.ts';
import type { RatedSentence, Rating } from './rate-sentences.ts';

/** Each costs some milliseconds; what stands further down hardly ever answers. */
const JUDGED_SENTENCES = 10;
/** What the judge is surest of outweighs a sentence that is a little nearer in words and meaning. */
const WEIGHT = 2.4;

/**
 * Lets a model read the likeliest sentences together with the question, and puts what answers it before what is only about
 * the same. The rating is given back as it was while there is no model.
 * @throws what `judge` throws, except `TextEmbedderUnavailableError`
 */
export async function judgeSentences(
  rating: Rating,
  question: Question,
  judge: JudgeAnswers | undefined,
  signal?: AbortSignal,
): Promise<Rating> {
  if (judge === undefined || !rating.byMeaning) return rating;
  const looked = rating.sentences
    .filter(({ sentence }) => sentence.use !== 'question')
    .slice(0, JUDGED_SENTENCES);
  const odds = await oddsOf(judge, looked);
  if (odds === undefined) return rating;
  const judged = new Map(looked.map(({ sentence }, index) => [sentence, odds[index] ?? 0]));
  const least = looked.reduce((low, { worth }) => Math.min(low, worth), Number.POSITIVE_INFINITY);
  const weigh = (rated: RatedSentence): RatedSentence => {
    const own = judged.get(rated.sentence);
    // What was not looked at stays behind what was.
    return own === undefined
      ? { ...rated, worth: Math.min(rated.worth, least) }
      : { ...rated, odds: own, worth: rated.worth + WEIGHT * probability(own) };
  };
  return {
    ...rating,
    surest: odds.length === 0 ? undefined : Math.max(...odds),
    sentences: rating.sentences.map(weigh).toSorted((one, other) => other.worth - one.worth),
  };

  async function oddsOf(judge: JudgeAnswers, rated: readonly RatedSentence[]): Promise<number[] | undefined> {
    const following = new Map(
      rating.sentences.flatMap(({ sentence }) =>
        sentence.previous === undefined ? [] : [[sentence.previous, sentence] as const],
      ),
    );
    try {
      return await judge(
        question.text,
        rated.map(({ sentence }) => ({
          sentence: sentence.text,
          context: describeContext(
            sentence.passage.heading ?? sentence.passage.lessonTitle,
            sentence.previous,
            following.get(sentence),
          ),
        })),
        signal,
      );
    } catch (error) {
      if (error instanceof TextEmbedderUnavailableError) return undefined;
      throw error;
    }
  }
}

const probability = (odds: number): number => 1 / (1 + Math.exp(-odds));
