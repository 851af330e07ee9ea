import type { FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';

/** Where people reach Lectern: as configured, otherwise as this request reached it. */
export const originOf = (config: Config, request: FastifyRequest): string =>
  config.publicUrl ?? `${request.protocol}://${request.host}`;
