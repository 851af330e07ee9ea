import { Text } from '@mantine/core';
import type { Evidence } from '#contract/evidence.ts';
import type { QuestionSet } from '#contract/quizzes.ts';
import { EvidenceChip, EvidencePlace } from '#web/ui/evidence-chip.tsx';

/** Where a question's words are. Its lesson is named where the quiz has several; a deleted one cannot be opened. */
export function EvidenceOfQuestion({
  lessonId,
  lessons,
  evidence,
}: {
  lessonId: number;
  lessons: QuestionSet['lessons'];
  evidence: Evidence;
}) {
  const lesson = lessons.find(({ id }) => id === lessonId);
  if (lesson === undefined && lessons.length > 0) return <EvidencePlace evidence={evidence} />;
  if (lesson === undefined || lessons.length === 1)
    return <EvidenceChip lessonId={lessonId} evidence={evidence} />;
  return (
    <>
      <EvidenceChip lessonId={lessonId} lessonTitle={lesson.title} evidence={evidence} />
      <Text size="xs" c="dimmed" mt={4} maw={180} style={{ overflowWrap: 'anywhere' }}>
        <bdi>{lesson.title}</bdi>
      </Text>
    </>
  );
}
