import { expect, test } from 'vitest';
import { findPart } from './roles.ts';

const MEMBERSHIP = 'http://purl.imsglobal.org/vocab/lis/v2/membership';
const INSTITUTION = 'http://purl.imsglobal.org/vocab/lis/v2/institution/person#';

test.each([
  [[`${MEMBERSHIP}#Instructor`], 'instructor'],
  [[`${MEMBERSHIP}#ContentDeveloper`], 'instructor'],
  [[`${MEMBERSHIP}/Instructor#TeachingAssistant`], 'instructor'],
  [[`${MEMBERSHIP}#Learner`], 'student'],
  [[`${MEMBERSHIP}/Learner#NonCreditLearner`], 'student'],
  [['Learner'], 'student'],
  // Who teaches elsewhere learns here.
  [[`${INSTITUTION}Instructor`, `${MEMBERSHIP}#Learner`], 'student'],
  [[`${INSTITUTION}Administrator`], 'instructor'],
  [[`${INSTITUTION}Student`], 'student'],
  [[`${MEMBERSHIP}#Mentor`], undefined],
  [['http://elsewhere.example/membership#Instructor'], undefined],
  [[], undefined],
])('%j is %s', (roles, part) => {
  expect(findPart(roles)).toBe(part);
});
