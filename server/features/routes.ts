import type { Dependencies } from '#server/dependencies.ts';
import type { Application } from '#server/platform/http/application.ts';
import { registerAccountCareRoutes } from './accounts/account-care.routes.ts';
import { registerAccountRoutes } from './accounts/account.routes.ts';
import { registerProviderRoutes } from './accounts/provider/provider.routes.ts';
import { registerTwoFactorRoutes } from './accounts/two-factor/two-factor.routes.ts';
import { registerEventRoutes } from './activity/events.routes.ts';
import { registerAccountAdministrationRoutes } from './administration/account-administration.routes.ts';
import { registerOperationsRoutes } from './administration/operations.routes.ts';
import { registerAnswerStreamRoute } from './assistant/answer-stream.routes.ts';
import { registerAssistantRoutes } from './assistant/assistant.routes.ts';
import { registerCourseRoutes } from './courses/course.routes.ts';
import { registerDashboardRoutes } from './dashboard/dashboard.routes.ts';
import { refuseGrowth } from './uploads/refuse-growth.http.ts';
import { registerHealthRoutes } from './health/health.routes.ts';
import { registerLanguageModelRoutes } from './language-model/language-model.routes.ts';
import { registerLessonRoutes } from './lessons/lesson.routes.ts';
import { registerQuestionBankRoutes } from './quizzes/bank/question-bank.routes.ts';
import { registerCoverageRoutes } from './quizzes/coverage-map/coverage.routes.ts';
import { registerQuestionEditingRoutes } from './quizzes/editing/question-editing.routes.ts';
import { registerChangedEvidenceRoutes } from './quizzes/evidence/changed-evidence.routes.ts';
import { registerQuizRoutes } from './quizzes/quiz.routes.ts';
import { registerSearchRoutes } from './search/search.routes.ts';
import { registerSummaryRoutes } from './summaries/summary.routes.ts';
import { registerTranscriptEditingRoutes } from './transcripts/editing/transcript-editing.routes.ts';
import { registerTranscriptRoutes } from './transcripts/transcript.routes.ts';
import { registerTrashRoutes } from './trash/trash.routes.ts';
import { registerFileRoutes } from './uploads/file.routes.ts';
import { registerResumableUploadRoutes } from './uploads/resumable/resumable-upload.routes.ts';
import { registerUploadRoutes } from './uploads/upload.routes.ts';

type RegisterRoutes = (app: Application, dependencies: Dependencies) => void | Promise<void>;

/** The OpenAPI document lists the routes in this order. */
const features: readonly RegisterRoutes[] = [
  registerAccountRoutes,
  registerAccountCareRoutes,
  registerProviderRoutes,
  registerTwoFactorRoutes,
  registerAccountAdministrationRoutes,
  registerOperationsRoutes,
  registerLanguageModelRoutes,
  registerCourseRoutes,
  registerLessonRoutes,
  registerTranscriptRoutes,
  registerTranscriptEditingRoutes,
  registerSummaryRoutes,
  registerQuizRoutes,
  registerQuestionEditingRoutes,
  registerQuestionBankRoutes,
  registerChangedEvidenceRoutes,
  registerCoverageRoutes,
  registerUploadRoutes,
  registerResumableUploadRoutes,
  registerFileRoutes,
  registerSearchRoutes,
  registerAssistantRoutes,
  registerAnswerStreamRoute,
  registerTrashRoutes,
  registerDashboardRoutes,
  registerEventRoutes,
];

/** Registers every route of the API. */
export async function registerRoutes(
  app: Application,
  dependencies: Dependencies,
  isDraining: () => boolean,
): Promise<void> {
  refuseGrowth(app, dependencies);
  registerHealthRoutes(app, dependencies, isDraining);
  for (const register of features) await register(app, dependencies);
}
