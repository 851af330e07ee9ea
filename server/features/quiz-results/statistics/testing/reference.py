"""Writes reference.jsonl: item statistics of 1,000 random response matrices, computed with NumPy and SciPy.

The formulas here are deliberately other ones than those of the product: alpha from the covariance matrix, the groups by
counting fractions. The test draws the same matrices from the same seeds.

    pip install numpy scipy && python3 server/features/quiz-results/statistics/testing/reference.py
"""

import json
from fractions import Fraction
from pathlib import Path

import numpy
from scipy import stats

MATRICES = 1000


def random_numbers(seed):
    """Mulberry32, as in the test."""
    state = seed & 0xFFFFFFFF

    def following():
        nonlocal state
        state = (state + 0x6D2B79F5) & 0xFFFFFFFF
        t = state
        t = ((t ^ (t >> 15)) * (t | 1)) & 0xFFFFFFFF
        t ^= (t + ((t ^ (t >> 7)) * (t | 61))) & 0xFFFFFFFF
        return ((t ^ (t >> 14)) & 0xFFFFFFFF) / 2**32

    return following


def draw(seed):
    """A class: students of different ability, questions of different difficulty, some with partial credit, some not asked."""
    following = random_numbers(seed)
    kind = seed % 10
    students = {1: 0, 2: 1}.get(kind, 2 + int(following() * 60))
    questions = 1 + int(following() * 6)
    maximum = [1 + int(following() * 4) if kind >= 8 else 1 for _ in range(questions)]
    difficulty = [following() for _ in range(questions)]
    rows = []
    for _ in range(students):
        ability = following()
        row = []
        for question in range(questions):
            chance, skipped = following(), following()
            if kind == 3:
                points = maximum[question]
            elif kind == 4:
                points = 0
            elif kind >= 8:
                points = int(chance * (ability + 1 - difficulty[question]) / 2 * 4 * (maximum[question] + 1)) / 4
                points = min(points, maximum[question])
            else:
                points = maximum[question] if chance < (ability + 1 - difficulty[question]) / 2 else 0
            row.append(None if kind == 7 and skipped < 0.2 else points)
        rows.append(row)
    return maximum, rows


def rounded(value):
    return None if value is None or not numpy.isfinite(value) else round(float(value), 8)


def share(row, maximum, without=None):
    asked = [i for i, points in enumerate(row) if points is not None and i != without]
    if not asked:
        return None
    return Fraction(sum(Fraction(row[i]) for i in asked), sum(maximum[i] for i in asked))


def correlate(pairs):
    if len({a for a, _ in pairs}) < 2 or len({b for _, b in pairs}) < 2:
        return None
    return stats.pearsonr([float(a) for a, _ in pairs], [float(b) for _, b in pairs]).statistic


def alpha(maximum, rows):
    if len(maximum) < 2 or len(rows) < 2 or any(points is None for row in rows for points in row):
        return None
    covariances = numpy.cov(numpy.array(rows, dtype=float), rowvar=False)
    if len({sum(map(Fraction, row)) for row in rows}) < 2:
        return None
    count = len(maximum)
    return count / (count - 1) * (1 - numpy.trace(covariances) / covariances.sum())


def kr20(maximum, rows):
    """Kuder and Richardson's own form, with the proportions of right and wrong answers."""
    right = numpy.array(rows, dtype=float).mean(axis=0)
    total = numpy.array(rows, dtype=float).sum(axis=1).var()
    count = len(maximum)
    return count / (count - 1) * (1 - (right * (1 - right)).sum() / total)


def group_shares(question, maximum, rows):
    """Share of students without a point on a question among the stronger and the weaker by the rest."""
    pairs = [(share(row, maximum, question), row[question]) for row in rows]
    pairs = [(rest, points) for rest, points in pairs if rest is not None and points is not None]
    count = len(pairs)
    size = int(numpy.floor(count * 0.27 + 0.5)) if count >= 40 else count // 2
    if size == 0:
        return None, None
    found = []
    for ordered in (sorted(pairs, key=lambda p: -p[0]), sorted(pairs, key=lambda p: p[0])):
        border = ordered[size - 1][0]
        inside = [points for rest, points in ordered[:size] if rest != border]
        tied = [points for rest, points in ordered if rest == border]
        without = sum(points == 0 for points in inside)
        without += Fraction(size - len(inside), len(tied)) * sum(points == 0 for points in tied)
        found.append(float(Fraction(without) / size))
    return found


def describe(seed):
    maximum, rows = draw(seed)
    questions = []
    for question in range(len(maximum)):
        graded = [row[question] / maximum[question] for row in rows if row[question] is not None]
        pairs = [(row[question], share(row, maximum, question)) for row in rows if row[question] is not None]
        pairs = [pair for pair in pairs if pair[1] is not None]
        figures = [numpy.mean(graded) if graded else None, correlate(pairs), *group_shares(question, maximum, rows)]
        questions.append([rounded(figure) for figure in figures])
    totals = [float(total) for row in rows if (total := share(row, maximum)) is not None]
    reliability = alpha(maximum, rows)
    if reliability is not None and seed % 10 < 8:
        assert abs(reliability - kr20(maximum, rows)) < 1e-9
    summary = None
    if totals:
        spread = numpy.std(totals, ddof=1) if len(totals) > 1 else None
        summary = [rounded(x) for x in (numpy.mean(totals), numpy.median(totals), spread, min(totals), max(totals))]
    return [rounded(reliability), summary, questions]


if __name__ == "__main__":
    lines = (json.dumps(describe(seed), separators=(",", ":")) for seed in range(MATRICES))
    path = Path(__file__).with_name("reference.jsonl")
    path.write_text("\n".join(lines) + "\n")
