import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { z } from 'zod';
import {
  administeredJobList,
  auditEntryList,
  auditExportQuery,
  auditQuery,
  identityParameters,
  jobQuery,
  modelOverview,
  storageUse,
  versionAnswer,
} from '#contract/administration.ts';
import type { Application } from '#server/platform/http/application.ts';
import { actorOf } from '#server/platform/http/authentication.ts';
import { describeRoute } from '#server/platform/http/describe-route.ts';
import { noContent, problemResponses } from '#server/platform/http/problem-responses.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { AuditFilter } from '../audit/audit.store.ts';
import { exportAuditLog, listAuditEntries, type AuditFormat } from '../audit/read-audit-log.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { cancelJob, listJobs, retryJob } from './administer-jobs.ts';
import { describeModels, startModelDownload } from './download-models.ts';
import { readStorageUse, readVersion } from './describe-installation.ts';

const tag = 'administration';
const config = { access: 'administrator' } as const;

const CONTENT_TYPES: Record<AuditFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
};

/** Jobs, models, storage, version and the audit log, for administrators. */
export function registerOperationsRoutes(app: Application, dependencies: Dependencies): void {
  app.get(
    '/api/admin/jobs/',
    describeRoute(tag, 'List jobs', {
      config,
      querystring: jobQuery,
      response: { 200: administeredJobList, ...problemResponses(400, 401, 403) },
    }),
    ({ query: { state, account_id: accountId, before_id: beforeId, limit } }) =>
      listJobs(dependencies, { state, accountId, beforeId, limit }),
  );
  app.post(
    '/api/admin/jobs/:id/retry/',
    describeRoute(tag, 'Retry a failed job', {
      config,
      params: identityParameters,
      response: { 204: noContent, ...problemResponses(400, 401, 403, 404, 409) },
    }),
    (request) => retryJob(dependencies, actorOf(request), request.params.id),
  );
  app.post(
    '/api/admin/jobs/:id/cancel/',
    describeRoute(tag, 'Cancel a queued or running job', {
      config,
      params: identityParameters,
      response: { 204: noContent, ...problemResponses(400, 401, 403, 404, 409) },
    }),
    (request) => cancelJob(dependencies, actorOf(request), request.params.id),
  );
  app.get(
    '/api/admin/models/',
    describeRoute(tag, 'Read the state of each model, and which one writes questions', {
      config,
      response: { 200: modelOverview, ...problemResponses(401, 403) },
    }),
    () => describeModels(dependencies),
  );
  app.post(
    '/api/admin/models/download/',
    describeRoute(tag, 'Download missing models', {
      config,
      response: { 204: noContent, ...problemResponses(401, 403) },
    }),
    async (request) => {
      await startModelDownload(dependencies, actorOf(request));
    },
  );
  app.get(
    '/api/admin/storage/',
    describeRoute(tag, 'Read how much storage is used and left', {
      config,
      response: { 200: storageUse, ...problemResponses(401, 403) },
    }),
    () => readStorageUse(dependencies),
  );
  app.get(
    '/api/admin/version/',
    describeRoute(tag, 'Read the versions of Lectern, Node and the database', {
      config,
      response: { 200: versionAnswer, ...problemResponses(401, 403) },
    }),
    () => readVersion(dependencies),
  );
  registerAuditRoutes(app, dependencies);
}

function registerAuditRoutes(app: Application, dependencies: Dependencies): void {
  app.get(
    '/api/admin/audit-log/',
    describeRoute(tag, 'List entries of the audit log', {
      config,
      querystring: auditQuery,
      response: { 200: auditEntryList, ...problemResponses(400, 401, 403) },
    }),
    ({ query: { before_id: beforeId, limit, ...query } }) =>
      listAuditEntries(dependencies, filterOf(query), { beforeId, limit }),
  );
  app.get(
    '/api/admin/audit-log/export/',
    describeRoute(tag, 'Download the audit log', {
      config: { ...config, securityEvent: 'audit_log_export' },
      querystring: auditExportQuery,
      response: {
        200: {
          description: 'Entries, oldest first, as CSV with a header line or as one JSON document a line',
          content: { 'text/csv': { schema: z.string() }, 'application/jsonl': { schema: z.string() } },
        },
        ...problemResponses(400, 401, 403),
      },
    }),
    async (request, reply) => {
      const { format = 'csv', ...query } = request.query;
      await recordAudit(dependencies.database, 'audit_log_exported', {
        by: actorOf(request).userId,
        details: { format },
      });
      const name = `lectern-audit-log-${new Date().toISOString().slice(0, 10)}.${format}`;
      reply.header('content-disposition', `attachment; filename="${name}"`).type(CONTENT_TYPES[format]);
      const pieces = Readable.from(exportAuditLog(dependencies, filterOf(query), format), {
        objectMode: false,
      });
      // A stream is sent as it is: no schema describes it.
      return (reply as FastifyReply).send(pieces);
    },
  );
}

function filterOf({
  since,
  until,
  action,
  account_id: accountId,
  email,
}: z.infer<typeof auditExportQuery>): AuditFilter {
  return {
    ...(since === undefined ? {} : { since: new Date(since) }),
    ...(until === undefined ? {} : { until: new Date(until) }),
    ...(action === undefined ? {} : { action }),
    ...(accountId === undefined ? {} : { accountId }),
    ...(email === undefined ? {} : { email: email.toLowerCase() }),
  };
}
