import { listWords } from '../words.ts';
import type { CheckedItem, Flaw } from './checked-item.ts';

/** Criteria on the stem, after Tarrant et al. (2006) as made rule-based by Moore et al. (EC-TEL 2023, arXiv 2307.08161; SAQUET, 2024). */

const QUESTION_WORD = /\b(?:what|which|who|whom|whose|when|where|why|how)\b/iu;
const TASK_WORD =
  /^(?:explain|describe|compare|contrast|define|state|list|outline|evaluate|assess|discuss|analy[sz]e|apply|suppose|design|argue|justify|summari[sz]e|identify|propose|using|use|imagine)\b/iu;

/** Unfocused stem: it must ask by itself, as a question or (for an essay) a task. */
export function findUnfocusedStem(item: CheckedItem): Flaw | null {
  const stem = item.text.trim();
  const asks = stem.endsWith('?') && QUESTION_WORD.test(stem);
  const sets = item.type === 'essay' && (asks || (TASK_WORD.test(stem) && /[.?]$/u.test(stem)));
  const empty =
    /\b(?:of the following|statements?|sentences?) (?:is|are) (?:true|correct|right)\b|^which of (?:these|the following) is (?:true|correct)\b/iu.test(
      stem,
    );
  if ((asks || sets) && !empty && listWords(stem).length >= 3) return null;
  return {
    code: 'unfocused_stem',
    message:
      'The stem does not ask anything by itself. Write a whole question that can be answered without seeing the options.',
  };
}

/** Negatively worded stem. */
export function findNegativeStem(item: CheckedItem): Flaw | null {
  const found = /\b(?:not|except|least likely|incorrect|false|cannot|never)\b|n['’]t\b/iu.exec(item.text);
  if (!found || item.type === 'essay') return null;
  return {
    code: 'negative_stem',
    message: `The stem is worded negatively ("${found[0]}"). Ask for what is the case.`,
  };
}

/** Fill in the blank. */
export function findBlank(item: CheckedItem): Flaw | null {
  return /_{2,}|\.{4,}|…\s*\?|\[\s*\]/u.test(item.text)
    ? { code: 'fill_in_the_blank', message: 'The stem has a blank to fill. Write a whole question.' }
    : null;
}

/** True or false question. */
export function findTrueOrFalse(item: CheckedItem): Flaw | null {
  const answers = item.options.map((option) => option.text.trim().toLowerCase().replace(/[.!]$/u, ''));
  const bare =
    answers.length > 0 &&
    answers.length <= 3 &&
    answers.some((answer) => answer === 'true' || answer === 'yes');
  return bare || /^true or false\b/iu.test(item.text)
    ? {
        code: 'true_or_false',
        message: 'A true-or-false question is guessed half the time. Ask which of several answers is right.',
      }
    : null;
}

/** Gratuitous information: a stem longer than its question needs. */
export function findGratuitousInformation(item: CheckedItem): Flaw | null {
  const words = listWords(item.text).length;
  const sentences = item.text.split(/[.?!]\s+/u).length;
  const padded =
    /\b(?:according to the (?:lecture|lesson|text|passage|video|speaker)|as (?:we|you) (?:have )?(?:seen|learned)|in the (?:text|lecture) above)\b/iu.exec(
      item.text,
    );
  if (padded)
    return {
      code: 'gratuitous_information',
      message: `Leave out "${padded[0]}": it adds nothing to the question.`,
    };
  const limit = item.type === 'essay' ? 80 : 45;
  return words > limit || (item.type === 'multiple_choice' && sentences > 3)
    ? {
        code: 'gratuitous_information',
        message: `The stem has ${words} words. Keep what is needed to answer.`,
      }
    : null;
}

/** Ambiguous or unclear: a pronoun or pointer whose noun is not in the stem. */
export function findAmbiguousReference(item: CheckedItem): Flaw | null {
  const found =
    /\b(?:this|these|those|such a|the former|the latter|the above)\b(?= \p{L})(?!\s+(?:is|are|would|best|describes?|explains?|carr|happens?)\b)/iu.exec(
      item.text.replace(/\b(?:which|one|any|each) of these\b/giu, ''),
    ) ??
    /^(?:what|why|how|when|where|who|which)\s+(?:is|are|was|were|do|does|did|can|could|will|would)\s+(?:it|they|he|she|him|them)\b/iu.exec(
      item.text,
    );
  return found
    ? {
        code: 'ambiguous_reference',
        message: `"${found[0]}" points at something the stem does not name. Name it.`,
      }
    : null;
}

/** Vague terms in stem or options. */
export function findVagueTerm(item: CheckedItem): Flaw | null {
  const pattern =
    /\b(?:frequently|usually|often|sometimes|occasionally|rarely|seldom|generally|commonly|normally|typically|probably|perhaps|mostly|might|several|many|some of|a lot of|almost always)\b/iu;
  const found = pattern.exec(
    item.type === 'essay' ? '' : [item.text, ...item.options.map((option) => option.text)].join(' \n '),
  );
  return found
    ? {
        code: 'vague_term',
        message: `"${found[0]}" means different things to different readers. Leave it out or say how much.`,
      }
    : null;
}
