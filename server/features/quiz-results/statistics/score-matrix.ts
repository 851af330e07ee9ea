import { correlation, mean, quantile, variance } from './moments.ts';

/** Points of one student, one entry a question; null where the question was not asked or is not graded yet. */
export type StudentPoints = readonly (number | null)[];

/** What a class scored: a row for each student, a column for each question. */
export interface ScoreMatrix {
  /** The most points that each question gives. */
  readonly maximumPoints: readonly number[];
  readonly students: readonly StudentPoints[];
}

/** What share of the points that were to be won a student won; null for a student without a graded question. */
export function scoreShare(
  { maximumPoints }: ScoreMatrix,
  student: StudentPoints,
  without?: number,
): number | null {
  let [won, possible] = [0, 0];
  student.forEach((points, question) => {
    if (points === null || question === without) return;
    won += points;
    possible += maximumPoints[question] ?? 0;
  });
  return possible === 0 ? null : won / possible;
}

const isNumber = (value: number | null): value is number => value !== null;

/** The points of one question as shares of its maximum, of the students who have it graded. */
const sharesOf = ({ students, maximumPoints }: ScoreMatrix, question: number): number[] =>
  students
    .map((student) => student[question] ?? null)
    .filter(isNumber)
    .map((points) => points / (maximumPoints[question] ?? 1));

/**
 * Facility index: the mean score of a question as a share of its maximum, for questions of right and wrong the proportion p of
 * right answers (Crocker and Algina, 1986, "Introduction to Classical and Modern Test Theory", chapter 14; Moodle's quiz
 * statistics use the same name). Null without a graded answer.
 */
export const facilityIndex = (matrix: ScoreMatrix, question: number): number | null =>
  mean(sharesOf(matrix, question)) ?? null;

/**
 * Corrected point-biserial discrimination: Pearson's correlation of a question's points with the score on all *other* questions
 * (Henrysson, 1963, "Correction of item-total correlations in item analysis", Psychometrika 28). Without the correction a
 * question correlates with itself. The rest is a share of its points, so students who drew different questions compare; where
 * all had the same questions the correlation is that with the rest's points. Null where either is constant.
 */
export function discrimination(matrix: ScoreMatrix, question: number): number | null {
  const pairs: [number, number][] = [];
  for (const student of matrix.students) {
    const points = student[question] ?? null;
    const rest = scoreShare(matrix, student, question);
    if (points !== null && rest !== null) pairs.push([points, rest]);
  }
  return correlation(pairs) ?? null;
}

/**
 * Cronbach's alpha, α = k/(k−1) · (1 − Σ σ²ᵢ / σ²ₓ), where σ²ᵢ is the variance of question i and σ²ₓ that of the totals
 * (Cronbach, 1951, "Coefficient alpha and the internal structure of tests", Psychometrika 16). For questions scored 0 or 1 it is
 * Kuder and Richardson's formula 20 (1937, Psychometrika 2). It compares students on the same questions, so it is null where
 * questions were drawn at random or are not all graded, and where totals do not differ.
 */
export function coefficientAlpha({ students, maximumPoints }: ScoreMatrix): number | null {
  const count = maximumPoints.length;
  const rows = students.map((student) => student.filter(isNumber));
  if (count < 2 || rows.some((row) => row.length < count)) return null;
  const totalVariance = variance(rows.map((row) => row.reduce((total, points) => total + points, 0)));
  if (totalVariance === undefined || totalVariance < 1e-20) return null;
  const questionVariances = maximumPoints.map(
    (_, question) => variance(rows.map((row) => row[question] ?? 0)) ?? 0,
  );
  const within = questionVariances.reduce((total, one) => total + one, 0);
  return (count / (count - 1)) * (1 - within / totalVariance);
}

/** Whether every question gives all of its points or none, so that alpha is called KR-20. */
export const isDichotomous = ({ students, maximumPoints }: ScoreMatrix): boolean =>
  students.every((student) =>
    student.every(
      (points, question) => points === null || points === 0 || points === maximumPoints[question],
    ),
  );

export interface ScoreSummary {
  readonly count: number;
  readonly mean: number;
  readonly median: number;
  /** With n − 1; null for one student. */
  readonly standardDeviation: number | null;
  readonly lowest: number;
  readonly highest: number;
  /** How many scored 0 to under 10 %, 10 to under 20 %, …, 90 to 100 %. */
  readonly histogram: readonly number[];
}

const BINS = 10;

/** The distribution of the students' scores as shares of the points; null without a graded student. */
export function summarizeScores(matrix: ScoreMatrix): ScoreSummary | null {
  const shares = matrix.students.map((student) => scoreShare(matrix, student)).filter(isNumber);
  const [center, middle] = [mean(shares), quantile(shares, 0.5)];
  if (center === undefined || middle === undefined) return null;
  const spread = variance(shares);
  const histogram = new Array<number>(BINS).fill(0);
  for (const share of shares) {
    // 0.3 is 2.9999999999999996 tenths.
    const bin = Math.min(BINS - 1, Math.max(0, Math.floor(share * BINS + 1e-9)));
    histogram[bin] = (histogram[bin] ?? 0) + 1;
  }
  return {
    count: shares.length,
    mean: center,
    median: middle,
    standardDeviation: spread === undefined ? null : Math.sqrt(spread),
    lowest: Math.min(...shares),
    highest: Math.max(...shares),
    histogram,
  };
}
