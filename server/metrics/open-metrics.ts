import type { Clock } from '../clock.ts';
import type { MetricsConfig } from '../operations-config.ts';
import { noMetrics, type Metrics } from './metrics.ts';

/**
 * What a process counts with: nothing in a worker without a port that metrics could be read from. Prometheus's library is loaded only where it is used.
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
