import { fillIn, type Message } from './message.ts';

/** Why a question is as difficult as was estimated: its task, and the feature that matters most. */
export const DIFFICULTY_REASONS = {
  difficulty_task: '{{task, message}}.',
  difficulty_task_and_feature: '{{task, message}}, and {{feature, message}}.',
  difficulty_task_but_feature: '{{task, message}}, but {{feature, message}}.',

  task_analyze: 'It asks how things relate or differ',
  task_apply: 'It asks to apply what was learned to a case',
  task_create: 'It asks to make something new',
  task_evaluate: 'It asks for a judgement and its reasons',
  task_remember: 'It asks for a fact to remember',
  task_remember_asked: 'It asks “{{asked}}”, which is a fact to remember',
  task_understand: 'It asks for an understanding of what was said',
  task_understand_asked: 'It asks “{{asked}}”',

  feature_all_answers_near: 'all wrong answers share words with the right one',
  feature_answer_near: 'one wrong answer shares words with the right one',
  feature_answer_related: 'one wrong answer uses words of the question',
  feature_answers_far: 'the wrong answers share no words with the right one',
  feature_answers_few: 'it has only {{count}} answers to choose from',
  feature_answers_many: 'it has {{count}} answers to choose from',
  feature_answers_near: '{{count}} wrong answers share words with the right one',
  feature_answers_related: '{{count}} wrong answers use words of the question',
  feature_key_in_other_words: 'the lesson says the right answer in other words',
  feature_key_verbatim: 'the right answer is in the lesson word for word',
  feature_long_question: 'the question of {{count}} words takes careful reading',
  feature_long_words: 'many of its words are long technical terms',
  feature_number_near: 'one wrong number is close to the right one',
  feature_numbers_far: 'the wrong numbers are far from the right one',
  feature_numbers_near: '{{count}} wrong numbers are close to the right one',
} as const;

export const wordDifficultyReason = ({ code, params }: Message): string =>
  fillIn(DIFFICULTY_REASONS[code as keyof typeof DIFFICULTY_REASONS], params, wordDifficultyReason);
