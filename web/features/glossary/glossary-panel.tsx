import { Button, Group, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Glossary, GlossaryTerm, ReplacementOutcome, TermSuggestion } from '#contract/glossary.ts';
import { Failure } from '#web/ui/failure.tsx';
import { showToast } from '#web/ui/show-toast.ts';
import { showUndoToast } from '#web/ui/show-undo-toast.tsx';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { explainFailure } from '#web/ui/word-message.ts';
import { EditTermDialog } from './edit-term-dialog.tsx';
import classes from './glossary.module.css';
import { useDismissSuggestion, useGlossary, useRemoveTerm, useSaveTerm } from './glossary.queries.ts';
import { ReplaceDialog } from './replace-dialog.tsx';
import { ReplacementList } from './replacement-list.tsx';
import { quoteTerms } from './split-terms.ts';
import { AddTermForm } from './term-form.tsx';
import { useUndo } from './use-undo.ts';

const TERMS_HEADING = 'glossary-terms';
const buttonIdOf = (kind: 'edit' | 'replace', { id }: GlossaryTerm): string => `glossary-${kind}-${id}`;

type Dialog = { kind: 'edit' | 'replace'; term: GlossaryTerm };

/** The names and terms of a course, suggestions, and replacements in its transcripts. */
export function GlossaryPanel({ courseId }: { courseId: number }) {
  const { t } = useTranslation();
  const glossary = useGlossary(courseId);
  if (glossary.isPending) return <Waiting />;
  if (glossary.data === undefined)
    return (
      <Failure
        message={t('glossary.loadFailed')}
        error={glossary.error}
        onRetry={() => void glossary.refetch()}
        isRetrying={glossary.isRefetching}
      />
    );
  return <LoadedGlossary courseId={courseId} glossary={glossary.data} />;
}

function LoadedGlossary({ courseId, glossary }: { courseId: number; glossary: Glossary }) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<Dialog>();
  const focus = useFocusRequest();
  const undo = useUndo(courseId);
  const close = (): void => {
    if (dialog !== undefined) focus(buttonIdOf(dialog.kind, dialog.term));
    setDialog(undefined);
  };
  const onReplaced = ({ replacement, skipped_lesson_ids: skipped }: ReplacementOutcome): void => {
    close();
    showUndoToast(
      t('glossary.replaced', { count: replacement.count }),
      skipped.length === 0 ? '' : t('glossary.replaceSkipped', { count: skipped.length }),
      t('glossary.undo'),
      () => void undo.start(replacement),
    );
  };
  return (
    <Stack gap="xl">
      <div>
        <p className={classes.intro}>{t('glossary.intro')}</p>
        <AddTermForm courseId={courseId} />
      </div>
      <section>
        <h2 id={TERMS_HEADING} tabIndex={-1} className={classes.heading}>
          {t('glossary.terms')}
        </h2>
        {glossary.terms.length === 0 ? (
          <Text c="dimmed">{t('glossary.noTerms')}</Text>
        ) : (
          <ul className={classes.list} aria-labelledby={TERMS_HEADING}>
            {glossary.terms.map((term) => (
              <TermRow
                key={term.id}
                term={term}
                onOpen={(kind) => setDialog({ kind, term })}
                onRemoved={() => document.getElementById(TERMS_HEADING)?.focus()}
              />
            ))}
          </ul>
        )}
      </section>
      {glossary.suggestions.length > 0 && (
        <section>
          <h2 className={classes.heading}>{t('glossary.suggestions')}</h2>
          <p className={classes.intro}>{t('glossary.suggestionsHelp')}</p>
          <ul className={classes.list} aria-label={t('glossary.suggestions')}>
            {glossary.suggestions.map((suggestion) => (
              <SuggestionRow key={suggestion.term} courseId={courseId} suggestion={suggestion} />
            ))}
          </ul>
        </section>
      )}
      {glossary.replacements.length > 0 && (
        <section>
          <h2 className={classes.heading}>{t('glossary.replacements')}</h2>
          <ReplacementList replacements={glossary.replacements} undo={undo} />
        </section>
      )}
      {dialog?.kind === 'edit' && <EditTermDialog term={dialog.term} onClose={close} />}
      {dialog?.kind === 'replace' && (
        <ReplaceDialog
          courseId={courseId}
          find={dialog.term.misheard_as}
          replacement={dialog.term.term}
          onReplaced={onReplaced}
          onClose={close}
        />
      )}
    </Stack>
  );
}

function TermRow({
  term,
  onOpen,
  onRemoved,
}: {
  term: GlossaryTerm;
  onOpen: (kind: Dialog['kind']) => void;
  onRemoved: () => void;
}) {
  const { t, i18n } = useTranslation();
  const removal = useRemoveTerm(term.course_id);
  const restoration = useSaveTerm(term.course_id);
  const remove = async (): Promise<void> => {
    try {
      await removal.mutateAsync(term.id);
    } catch (error) {
      showToast('failure', t('glossary.removeFailed'), explainFailure(t, error));
      return;
    }
    onRemoved();
    showUndoToast(t('glossary.removed', { term: term.term }), '', t('glossary.undo'), () => {
      restoration.mutate(
        { term: term.term, misheard_as: term.misheard_as },
        { onError: (error) => showToast('failure', t('glossary.addFailed'), explainFailure(t, error)) },
      );
    });
  };
  return (
    <li className={classes.row}>
      <div>
        <h3 className={classes.title} dir="auto">
          {term.term}
        </h3>
        {term.misheard_as.length > 0 && (
          <p className={classes.facts} dir="auto">
            {t('glossary.misheardList', { list: quoteTerms(term.misheard_as, i18n.language) })}
          </p>
        )}
      </div>
      <div className={classes.actions}>
        <Button
          id={buttonIdOf('replace', term)}
          variant="default"
          size="xs"
          aria-label={t('glossary.replaceOf', { term: term.term })}
          onClick={() => onOpen('replace')}
        >
          {t('glossary.replace')}
        </Button>
        <Button
          id={buttonIdOf('edit', term)}
          variant="default"
          size="xs"
          aria-label={t('glossary.editOf', { term: term.term })}
          onClick={() => onOpen('edit')}
        >
          {t('glossary.edit')}
        </Button>
        <Button
          variant="subtle"
          color="red"
          c="var(--lectern-red)"
          size="xs"
          aria-label={t('glossary.removeOf', { term: term.term })}
          loading={removal.isPending}
          onClick={() => void remove()}
        >
          {t('glossary.remove')}
        </Button>
      </div>
    </li>
  );
}

function SuggestionRow({ courseId, suggestion }: { courseId: number; suggestion: TermSuggestion }) {
  const { t, i18n } = useTranslation();
  const { term, source, count, misheard_as: misheardAs } = suggestion;
  const acceptance = useSaveTerm(courseId);
  const dismissal = useDismissSuggestion(courseId);
  const accept = (): void => {
    acceptance.mutate(
      { term, misheard_as: misheardAs },
      { onError: (error) => showToast('failure', t('glossary.addFailed'), explainFailure(t, error)) },
    );
  };
  const dismiss = (): void => {
    dismissal.mutate(term, {
      onError: (error) => showToast('failure', t('glossary.dismissFailed'), explainFailure(t, error)),
    });
  };
  return (
    <li className={classes.row}>
      <div>
        <h3 className={classes.title} dir="auto">
          {term}
        </h3>
        <p className={classes.facts} dir="auto">
          {t(`glossary.sources.${source}`, { count, list: quoteTerms(misheardAs, i18n.language) })}
        </p>
      </div>
      <div className={classes.actions}>
        <Button
          variant="default"
          size="xs"
          aria-label={t('glossary.addOf', { term })}
          loading={acceptance.isPending}
          onClick={accept}
        >
          {t('glossary.add')}
        </Button>
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          aria-label={t('glossary.dismissOf', { term })}
          loading={dismissal.isPending}
          onClick={dismiss}
        >
          {t('glossary.dismiss')}
        </Button>
      </div>
    </li>
  );
}

function Waiting() {
  const { t } = useTranslation();
  return (
    <div role="status">
      <VisuallyHidden>{t('glossary.loading')}</VisuallyHidden>
      <Group aria-hidden>
        <Skeleton height={74} />
        <Skeleton height={74} />
      </Group>
    </div>
  );
}
