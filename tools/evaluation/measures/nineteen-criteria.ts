import type { WrittenQuestion } from '../readers/rounds.ts';
import { cutEnding, meaningWords, shareWithin, splitWords } from './content-words.ts';

/**
 * The 19 item-writing flaws of Tarrant et al. (2006) as simple rules, after what Moore et al. (EC-TEL 2023; SAQUET, 2024)
 * say of theirs. Written a second time, without `contract/question-rules/`: two rulers that agree by accident are rarer than one that is
 * wrong. Where the papers use a language model or leave a threshold open, the rule and the number are ours.
 */
interface Parts {
  readonly stem: string;
  readonly key: string;
  readonly wrong: readonly string[];
  readonly all: readonly string[];
}

const RULES: Readonly<Record<string, (parts: Parts) => boolean>> = {
  'ambiguous or unclear': ({ stem, all }) =>
    /\b(\p{L}+) \1\b/iu.test(stem) ||
    (stem.match(/\?/gu) ?? []).length > 1 ||
    /\b(?:this|that|these|those) \p{L}+/iu.test(stem.replace(/\b(?:of these|that)\b/giu, '')) ||
    /^(?:\p{L}+ ){1,3}(?:it|they|he|she)\b/iu.test(stem) ||
    isBrokenQuestion(stem) ||
    [stem, ...all].some((text) => text.split('(').length !== text.split(')').length) ||
    all.some(isBrokenOption),
  'implausible distractor': ({ key, wrong }) =>
    wrong.some(
      (option) =>
        option.trim() === '' ||
        (/^\W*\d/u.test(key) &&
          !/\d/u.test(option) &&
          !/^(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|half|double)\b/iu.test(option)) ||
        (splitWords(key).length >= 6 && splitWords(option).length <= splitWords(key).length / 5),
    ),
  'none of the above': ({ all }) => all.some((option) => /\bnone of (?:the|these)\b/iu.test(option)),
  'longest option correct': ({ key, wrong }) => {
    const longest = Math.max(...wrong.map((option) => option.length));
    const mean = wrong.reduce((sum, option) => sum + option.length, 0) / wrong.length;
    return key.length > longest && key.length > mean * 1.6 && key.length - mean > 12;
  },
  'gratuitous information': ({ stem }) =>
    splitWords(stem).length > 50 ||
    /\b(?:according to|as mentioned|as stated|as described) (?:by |in )?the (?:lecture|lesson|text|passage|video|slides?|speaker|author)\b/iu.test(
      stem,
    ),
  'true or false': ({ all, stem }) =>
    all.filter((option) => /^(?:true|false|yes|no)\b[,.]?/iu.test(option)).length > all.length / 2 ||
    /^(?:true or false|is it true)\b/iu.test(stem),
  'convergence cue': ({ key, wrong }) => {
    if (wrong.length < 3) return false;
    const keyWords = meaningWords(key);
    const common = wrong.map((option) => [...meaningWords(option)].filter((word) => keyWords.has(word)));
    const shared = new Set(common.flat());
    // Every distractor borrows a part of the key, no part is in all of them, and they borrow different parts.
    return (
      common.every((words) => words.length > 0) &&
      shared.size >= 3 &&
      [...shared].every((word) => common.some((words) => !words.includes(word)))
    );
  },
  'logical cue': ({ stem, key, wrong }) => {
    const fronts = (text: string): Set<string> =>
      new Set([...meaningWords(text)].filter((word) => word.length >= 7).map((word) => word.slice(0, 6)));
    const ofWrong = new Set(wrong.flatMap((option) => [...fronts(option)]));
    const ofStem = fronts(stem);
    const words = meaningWords(stem);
    const exact = [...meaningWords(key)].filter((word) => words.has(word)).map((word) => word.slice(0, 6));
    return [...fronts(key)].some(
      (front) => ofStem.has(front) && !ofWrong.has(front) && !exact.includes(front),
    );
  },
  'all of the above': ({ all }) => all.some((option) => /\ball of (?:the|these)\b/iu.test(option)),
  'fill in the blank': ({ stem }) => /_{2,}|…|\.{3,}|:\s*$/u.test(stem),
  'absolute term': ({ all }) =>
    all.some((option) =>
      /\b(?:all|always|never|none|only|must|every|everyone|nobody|completely|absolutely|totally|impossible)\b/iu.test(
        option,
      ),
    ),
  'word repeated in stem and key': ({ stem, key, wrong }) => {
    const ofStem = meaningWords(stem);
    const ofWrong = new Set(wrong.flatMap((option) => [...meaningWords(option)]));
    return [...meaningWords(key)].some((word) => word.length > 2 && ofStem.has(word) && !ofWrong.has(word));
  },
  'unfocused stem': ({ stem }) =>
    splitWords(stem).length < (/^(?:what|who|define|name|describe|explain)\b/iu.test(stem) ? 2 : 4) ||
    !/\?\s*$/u.test(stem) ||
    /\b(?:following|these) (?:statements? )?(?:is|are) (?:true|correct)\b/iu.test(stem) ||
    /^(?:what|which) (?:is|are|was|were) (?:true|correct|said|known|stated) (?:of|about)\b|^what happen(?:s|ed) to\b/iu.test(
      stem,
    ),
  'complex or k-type': ({ all }) =>
    all.some((option) =>
      /^(?:both )?\(?[a-e1-5ivx]{1,3}\)?(?:,? ?(?:and|&|,) ?\(?[a-e1-5ivx]{1,3}\)?)+(?: only)?\.?$/iu.test(
        option.trim(),
      ),
    ),
  'grammatical cue': ({ stem, key, wrong }) => {
    if (/\b(?:a|an)\s*\??$/iu.test(stem)) return true;
    const shape = (text: string): string =>
      [
        /^\p{Ll}/u.test(text) ? 'small' : '',
        /[.!]$/u.test(text) ? 'stop' : '',
        /^(?:because|to|by|an?|the|it|they)\b/iu.exec(text)?.[0].toLowerCase().replace('an', 'a') ?? '',
      ].join(' ');
    const shapes = new Set(wrong.map(shape));
    return shapes.size === 1 && !shapes.has(shape(key));
  },
  'lost sequence': ({ all }) => {
    const numbers = all.map((option) =>
      Number(/^\D{0,12}?(\d[\d,]*(?:\.\d+)?)/u.exec(option)?.[1]?.replaceAll(',', '')),
    );
    if (numbers.length < 3 || numbers.some((value) => Number.isNaN(value))) return false;
    if (!all.every((option) => splitWords(option).length <= 5)) return false;
    const sorted = numbers.toSorted((one, other) => one - other);
    return (
      numbers.some((value, index) => value !== sorted[index]) &&
      numbers.some((value, index) => value !== sorted.at(-1 - index))
    );
  },
  'vague term': ({ stem, all }) =>
    /\b(?:frequently|usually|often|sometimes|occasionally|rarely|generally|commonly|normally|typically|probably|perhaps|mostly|several|a lot of|quite)\b/iu.test(
      [stem, ...all].join(' | '),
    ),
  'more than one correct': ({ key, wrong }) =>
    wrong.some((option) => {
      const [one, other] = [meaningWords(key), meaningWords(option)];
      return (
        one.size > 0 &&
        shareWithin(one, other) === 1 &&
        shareWithin(other, one) === 1 &&
        !/\d/u.test(option) &&
        [...one].length === other.size &&
        sameOrder(key, option)
      );
    }),
  'negative stem': ({ stem }) => /\b(?:not|except|never|cannot|false|incorrect)\b|n['’]t\b/iu.test(stem),
};

/** "Warm air over cold" and "cold air over warm" hold the same words and say different things. */
function sameOrder(one: string, other: string): boolean {
  const line = (text: string): string => splitWords(text).map(cutEnding).join(' ');
  return line(one).replace(/\b(?:a|an|the) /gu, '') === line(other).replace(/\b(?:a|an|the) /gu, '');
}

/**
 * The papers ask a language model whether a sentence is well formed. These are the ways in which a question turned out of a
 * statement breaks: a second verb left behind ("does the Sun turn … and loses"), an adverbial before the subject ("does each
 * second the Sun"), a statement joined on ("has a third and a minor third has").
 */
function isBrokenQuestion(stem: string): boolean {
  const verb = String.raw`(?:is|are|was|were|has|loses?|gains?|makes?|takes?|gives?|leaves?|becomes?|turns?|comes?|goes)`;
  return (
    new RegExp(
      String.raw`\b(?:does|do|did)\b.*\band ${verb.replace('(?:', '(?:does|')}\b(?! \p{L}+ing)`,
      'iu',
    ).test(stem) ||
    new RegExp(
      String.raw`^how many\b.*\b(?:has|have|is|are)\b.*\band (?:an?|the) (?:\p{L}+ ){1,3}${verb}\b`,
      'iu',
    ).test(stem) ||
    /\b(?:does|do|did|is|are|was|were|has|have|can) (?:each|every|in|at|on|by|after|before|during) \p{L}+ (?:the|an?|its?|their)\b/iu.test(
      stem,
    )
  );
}

/** "To harden bones and is needed", "To need energy", "Fats provide energy, protect organs". */
function isBrokenOption(option: string): boolean {
  return (
    /^to \p{L}+.* and (?:is|are|was|were|has|have) /iu.test(option) ||
    /^to (?:need|be needed|consist|contain|mean|exist)\b/iu.test(option) ||
    (/^[^,]+, \p{Ll}+ \p{Ll}+$/u.test(option) &&
      !/, (?:and|or|which|who|whose|where|when|because|as|in|on|at|by|for|from|of|to|with|not|but|so|then|even|\p{L}+ly|\p{L}+ing)\b/iu.test(
        option,
      )) ||
    /\b(?:and|or|of|the|an?|with|by|to|because|which|that)[.?]?$/iu.test(option)
  );
}

/** The names of the criteria that a multiple-choice question breaks. */
export function listBrokenCriteria({ stem, options }: Pick<WrittenQuestion, 'stem' | 'options'>): string[] {
  const parts = {
    stem: stem.trim(),
    key: options.find((option) => option.is_correct)?.text ?? '',
    wrong: options.filter((option) => !option.is_correct).map((option) => option.text),
    all: options.map((option) => option.text),
  };
  return Object.entries(RULES).flatMap(([name, broken]) => (broken(parts) ? [name] : []));
}
