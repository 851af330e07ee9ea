"""Reads the training lessons and reports what is wrong with them: python3 check_lessons.py [FILE]"""

import sys
from pathlib import Path

from lessons import LessonError, read_lesson, split_lessons

failed = False
path = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "lessons.txt"
for name, text in split_lessons(path).items():
    try:
        lesson = read_lesson(name, text)
        answered = sum(1 for question in lesson.questions if question.sentences)
        print(f"{name}: {len(lesson.sentences)} sentences, {answered} + and {len(lesson.questions) - answered} -")
    except LessonError as error:
        failed = True
        print(f"{name}: {error}")
sys.exit(1 if failed else 0)
