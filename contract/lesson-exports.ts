import { z } from 'zod';
import { SUMMARY_LENGTHS } from './lessons.ts';
import { fieldText } from './messages/field-messages.ts';
import { paperSize, printLanguage } from './printing.ts';

export const TRANSCRIPT_EXPORT_FORMATS = ['srt', 'vtt', 'txt', 'md', 'docx'] as const;
export const SUMMARY_EXPORT_FORMATS = ['txt', 'md', 'docx'] as const;
export const STUDY_GUIDE_FORMATS = ['pdf', 'md'] as const;
export type TranscriptExportFormat = (typeof TRANSCRIPT_EXPORT_FORMATS)[number];
export type SummaryExportFormat = (typeof SUMMARY_EXPORT_FORMATS)[number];
export type StudyGuideFormat = (typeof STUDY_GUIDE_FORMATS)[number];

export const transcriptExportQuery = z.object({
  format: z.enum(TRANSCRIPT_EXPORT_FORMATS, fieldText('export_format')),
  paper: paperSize,
  language: printLanguage,
});
export type TranscriptExportQuery = z.infer<typeof transcriptExportQuery>;

export const summaryExportQuery = z.object({
  format: z.enum(SUMMARY_EXPORT_FORMATS, fieldText('export_format')),
  length: z
    .enum(SUMMARY_LENGTHS, fieldText('summary_length'))
    .optional()
    .meta({ description: 'The summary written or edited last unless given.' }),
  paper: paperSize,
  language: printLanguage,
});
export type SummaryExportQuery = z.infer<typeof summaryExportQuery>;

const yesOrNo = z.enum(['true', 'false']).default('true');

export const studyGuideQuery = z.object({
  format: z.enum(STUDY_GUIDE_FORMATS, fieldText('export_format')),
  paper: paperSize,
  language: printLanguage,
  questions: yesOrNo.meta({ description: 'Whether it contains the questions of the saved quizzes.' }),
  answers: yesOrNo.meta({ description: 'Whether it contains their answers, after all questions.' }),
});
export type StudyGuideQuery = z.infer<typeof studyGuideQuery>;
