import { expect, test } from 'vitest';
import { analyzeLesson } from '../../../language/analysis.ts';
import { collectFacts } from '../../../language/collect-facts.ts';
import { lessonOf } from '../../../language/testing/read-lesson.ts';
import { agreementForms } from './forms-of-agreement.ts';
import { buildPools } from './pools.ts';

const TEXT = `# The cornea
## What it does
The cornea bends light more strongly than the lens. A healthy cornea holds less water than the tissue around the eye.
An injured cornea becomes thicker within some hours. The cornea gets its oxygen from the air in front of the eye.
A transplanted cornea lasts for ten years in most patients.`;

const formsOf = (text: string) => {
  const analysis = analyzeLesson(lessonOf(text));
  return agreementForms(analysis, buildPools(analysis, collectFacts(analysis)));
};

test('beside what the lesson says of a thing stand other things that it says of it, turned round', () => {
  const [form] = formsOf(TEXT);
  expect(form?.stem).toBe('Which statement about the cornea agrees with the lesson?');
  expect(form?.key).toBe('The cornea bends light more strongly than the lens');
  const wrong = form?.pool().map(({ text }) => text);
  expect(wrong).toContain('A healthy cornea holds more water than the tissue around the eye');
  expect(wrong).toContain('An injured cornea becomes thinner within some hours');
  expect(wrong).not.toContain('An injured cornea becomes thicker within some hours');
  // A number where no word can be turned.
  expect(wrong?.some((text) => /^A transplanted cornea lasts for (?!ten)\w+ years/u.test(text))).toBe(true);
});

test('a lesson of which nothing can be turned round gives none', () => {
  expect(formsOf('# Bread\n## Dough\nThe dough rests in a bowl. Bakers knead the dough with flour.')).toEqual(
    [],
  );
});
