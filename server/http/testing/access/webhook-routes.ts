import { about, own, spends, type RouteExpectation } from './route-expectation.ts';
import type { Things } from './things.ts';

const webhook = ({ webhook: id }: Things): string => `/api/webhooks/${id}`;

/** Addresses that hear of events. */
export const WEBHOOK_ROUTES: Record<string, RouteExpectation> = {
  'GET /api/webhooks/': own(200, '/api/webhooks/'),
  'POST /api/webhooks/': own(400, '/api/webhooks/', { json: { url: 'none', events: ['quiz.saved'] } }),
  'PATCH /api/webhooks/:id/': about(200, (of) => ({ path: `${webhook(of)}/`, json: {} })),
  'DELETE /api/webhooks/:id/': about(204, (of) => ({ path: `${webhook(of)}/` }), spends),
  'GET /api/webhooks/:id/deliveries/': about(200, (of) => ({ path: `${webhook(of)}/deliveries/` })),
  'POST /api/webhooks/:id/test/': about(202, (of) => ({ path: `${webhook(of)}/test/` }), spends),
};
