import { Alert, Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Evidence } from '#contract/evidence.ts';
import changedEvidence from '#web/locales/en/changed-evidence.json';
import { addTexts } from '#web/ui/add-texts.ts';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { ChangedEvidenceDialog } from './changed-evidence-dialog.tsx';
import { useChangedEvidence } from './changed-evidence.queries.ts';

addTexts({ changedEvidence });

const REVIEW_ID = 'review-changed-evidence';

/** Says that a correction took the evidence of lines, and leads to the decisions. Nothing while there are none. */
export function ChangedEvidenceNotice({
  lessonId,
  onOpen,
}: {
  lessonId: number;
  /** Shows a place in the lesson, if the lesson is on the screen. */
  onOpen?: (evidence: Evidence) => void;
}) {
  const { t } = useTranslation();
  const { data } = useChangedEvidence(lessonId);
  const [isOpen, setIsOpen] = useState(false);
  const focus = useFocusRequest();
  const items = data?.items ?? [];
  const close = (): void => {
    setIsOpen(false);
    focus(REVIEW_ID);
  };
  if (items.length === 0 && !isOpen) return null;
  return (
    <>
      <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />} my="sm">
        <Group justify="space-between" gap="sm">
          <span role="status">
            {items.length === 0
              ? t('changedEvidence.done')
              : t('changedEvidence.notice', { count: items.length })}
          </span>
          <Button id={REVIEW_ID} variant="default" size="xs" onClick={() => setIsOpen(true)}>
            {t('changedEvidence.review')}
          </Button>
        </Group>
      </Alert>
      {isOpen && (
        <ChangedEvidenceDialog
          lessonId={lessonId}
          items={items}
          onOpen={
            onOpen &&
            ((evidence) => {
              close();
              onOpen(evidence);
            })
          }
          onClose={close}
        />
      )}
    </>
  );
}
