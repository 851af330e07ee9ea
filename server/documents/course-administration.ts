import type { DocumentBlock, DocumentPage } from './document-blocks.ts';
import { isReferencesTitle } from './layout/page-titles.ts';
import { countWordsIn } from '#contract/text-limits.ts';

const numbering = /^(?:\d+(?:\.\d+)*\.?|[A-Z]\.|[IVX]+\.)\s+/u;

/** Titles that nothing but the running of a course, or the end of a talk, has. */
const certainTitle =
  /^(?:(?:course |class )?administrivia|(?:course|class) (?:logistics|policies)|administrative (?:details|stuff|matters|notes|issues|information)|course (?:administration|information|info|organi[sz]ation|staff|schedule|website|requirements|grading|assessment|materials?|calendar|structure|format)|syllabus|(?:lecture|class|tentative|weekly) (?:schedule|timetable)|timetable|grading(?: policy| scheme| criteria)?|office hours|contact (?:information|details|me|us)|(?:final |midterm |mid-term )?exam(?:ination)?s?(?: dates?| info(?:rmation)?| details| schedule)?|midterms?|home ?works?(?: \d+)?|(?:programming|written|lab) assignments?(?: \d+)?|assignments? \d+(?::.*)?|(?:project|assignment) (?:proposal|submission).*|problem sets?(?: \d+)?|announcements?|reminders?|late (?:policy|days|submissions?)|academic (?:integrity|honesty|misconduct)|plagiarism(?: policy)?|(?:course |required |recommended )?(?:text ?books?|readings?)(?: (?:and|&) exercises)?|attendance(?: policy)?|due dates|(?:course |teaching )(?:team|staff|assistants?)|instructors?|about me|who am i|next (?:time|week|lecture|class|session)|(?:any |more )?questions(?: and answers| & answers| or comments)?|q ?& ?a|questions and discussion|thanks?(?: you)?(?: (?:all|everyone|very much|so much))?(?: for (?:your |listening|coming|the ).*)?|thank you.*|the end|discussion and questions|how to (?:submit|hand in|contact us)|submission(?: rules| guidelines| instructions)?|hand(?:ing)?[- ]in(?: rules)?|rules for (?:submission|handing in))$/iu;
/** Titles that a subject may have as well: the text decides. */
const possibleTitle =
  /^(?:week \d+|logistics|policies|schedules?|contact|assignments?|organi[sz]ation(?: of the (?:course|lecture))?|administration|assessment|evaluation|grades?|marking|people|resources|prerequisites|projects?(?: \d+)?|labs?(?: \d+)?|tutorials?|exercises?|course (?:overview|outline|goals|content|objectives)|overview|about(?: this course)?|introduction|welcome|communication|rules|dates|calendar|exercise sheet \d+|problem \d+|.*\b(?:this course|the course|course|deadlines?|exam|grading|groups|lab|labs|project)\b.*)$/iu;

const strongWords =
  /\boffice hours?\b|\bhome ?works?\b|\bmid-?terms?\b|\bfinal exams?\b|\b(?:the|written|oral|closed[- ]book|open[- ]book) exam(?:ination)?s?\b|\bgrading\b|\b\d+ ?% of (?:the |your )?(?:\w+ )?(?:grade|mark)\b|\bTAs?\b|\bteaching assistants?\b|\bcourse (?:web ?site|web ?page|home ?page|page|staff)\b|\b(?:moodle|piazza|gradescope|blackboard|ilias|stud\.ip)\b|\bsyllabus\b|\blate (?:days?|submissions?|policy)\b|\bplagiari[sz]|\blecture (?:hall|room|theatre)\b|\bexercise sheets?\b|\bproblem sets?\b|\bassignments? \d+\b|\bweekly (?:assignments?|quizzes|exercises)\b|\bcourse (?:credits?|ects)\b|\bECTS\b|\bhand in (?:your|the)\b|\bsubmit (?:your|a single|one) (?:solutions?|answers?|code|homework|pdf|work)\b/iu;
/** A line that only names a meeting of a course. */
const meeting = /^•?\s*(?:lecture|workshop|tutorial|lab|quiz|assignment|exercise sheet) \d+\.?$/iu;
const weakWords =
  /\b(?:due|deadlines?|submit|submissions?|hand(?:ed)?[- ]in|room|(?:re-)?exam(?:ination)?s?|essay|project|form a group|supervision|course|quiz(?:zes)?|instructor|lecturer|tutor(?:ial)?s?|lectures?|labs?|register|enrol|e-?mail|contact|grade|points|credits|textbook|reading|chapter)\b/iu;
const when =
  /\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:mon|tue|wed|thu|fri)\b[.,: ]|\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.? \d{1,2}\b|\b\d{1,2}(?:st|nd|rd|th)? (?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|\b\d{1,2}[:.]\d{2} ?(?:am|pm|h|uhr|–|-)|\b\d{1,2} ?(?:am|pm)\b|\bweek ?\d+\b/iu;
const address = /[\w.+-]+@[\w-]+\.\w|https?:\/\/|\bwww\./iu;

/** With a larger part of its words marked, a document is about a course (a syllabus), and nothing in it is left out. */
const mostMarked = 0.6;
/** A text with this part of its lines about the running of a course is about nothing else. */
const enoughLines = 0.4;

/** Whether a line is about the running of a course. */
function isAdministrativeLine(text: string): boolean {
  return (
    meeting.test(text) ||
    strongWords.test(text) ||
    (weakWords.test(text) && (when.test(text) || address.test(text)))
  );
}

/**
 * Finds the blocks of a document that are course administration: schedule, grading, office hours, agenda, literature,
 * credits, "Any questions?". A title decides where it is clear, and otherwise what most of the text is about.
 */
export function findAdministration(pages: readonly DocumentPage[]): ReadonlySet<DocumentBlock> {
  const found = new Set<DocumentBlock>();
  let [words, marked] = [0, 0];
  let closingLevel: number | undefined;
  const slides = findAdministrativeSlides(pages);
  for (const page of pages) {
    const whole = slides.has(page);
    for (const block of page.blocks) {
      if (block.kind === 'heading') {
        const level = block.level ?? 1;
        if (closingLevel !== undefined && level <= closingLevel) closingLevel = undefined;
        if (closingLevel === undefined && isAdministrativeHeading(block.text)) closingLevel = level;
        continue;
      }
      const size = countWordsIn(block.text);
      words += size;
      const isMarked =
        whole ||
        closingLevel !== undefined ||
        page.kind === 'agenda' ||
        (page.titlePath === undefined && isAdministrativeText([block.text]));
      if (!isMarked) continue;
      found.add(block);
      marked += size;
    }
  }
  return marked > mostMarked * words ? new Set() : found;
}

/** How sections about a course are called. */
const courseSection = /\b(?:course|class|administration|administrivia|organi[sz]ation|logistics)\b/iu;
/** Of the slides of a section whose title may be about the course, so many decide for all. */
const enoughSlides = 0.2;

/** Slides about the running of a course, with the other slides of a section about it. */
function findAdministrativeSlides(pages: readonly DocumentPage[]): ReadonlySet<DocumentPage> {
  const slides = pages.filter(({ titlePath }) => titlePath !== undefined);
  const found = new Set(slides.filter(isAdministrativeSlide));
  const sections = Map.groupBy(
    slides.filter(({ titlePath = [] }) => titlePath.length > 1),
    ({ titlePath = [] }) => titlePath[0] ?? '',
  );
  for (const [title, own] of sections) {
    const marked = own.filter((slide) => found.has(slide)).length;
    if (!courseSection.test(title) || marked < enoughSlides * own.length) continue;
    for (const slide of own) found.add(slide);
  }
  return found;
}

const isAdministrativeHeading = (text: string): boolean =>
  isReferencesTitle(text) || certainTitle.test(bare(text));

const bare = (title: string): string =>
  title
    .replace(numbering, '')
    .replace(/[\s.:!?…,;)(-]+$/u, '')
    .trim();

function isAdministrativeSlide({ kind, titlePath = [], blocks }: DocumentPage): boolean {
  if (kind === 'title' || kind === 'agenda' || kind === 'references') return true;
  if (titlePath.some(isAdministrativeHeading)) return true;
  const lines = blocks.flatMap(({ text }) => text.split('\n'));
  if (lines.length === 0) return false;
  const hits = lines.filter(isAdministrativeLine).length;
  if (possibleTitle.test(bare(titlePath.at(-1) ?? '')) && hits > 0 && hits >= 0.25 * lines.length)
    return true;
  return isAdministrativeText(lines);
}

function isAdministrativeText(lines: readonly string[]): boolean {
  if (
    lines.length === 1 &&
    /^•?\s*(?:any )?questions\s*\??$|^•?\s*thank(?:s| you)\b.{0,30}$/iu.test(lines[0] ?? '')
  )
    return true;
  const sentences = lines.flatMap((line) => line.slice(0, 2_000).split(/(?<=[.!?])\s+/u));
  const hits = sentences.filter(isAdministrativeLine).length;
  return hits > 0 && hits >= enoughLines * sentences.length && (hits > 1 || sentences.length < 3);
}
