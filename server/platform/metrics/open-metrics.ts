import type { Clock } from '../clock.ts';
import type { MetricsConfig } from '#server/configuration/operations-config.ts';
import { noMetrics, type Metrics } from './metrics.ts';

/**
 * Opens the metrics of a process. A worker without METRICS_PORT counts nothing. The Prometheus library is loaded only if it is used.
 */
export async function openMetrics(
  config: MetricsConfig,
  role: 'api' | 'worker',
  clock: Clock,
): Promise<Metrics> {
  if (role === 'worker' && config.workerPort === undefined) return noMetrics;
  const { createPrometheusMetrics } = await import('./prometheus-metrics.ts');
  return createPrometheusMetrics(clock);
}
