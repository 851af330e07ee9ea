import { afterAll } from 'vitest';
import {
  startTestApplication,
  type TestApplication,
  type TestApplicationOptions,
} from './test-application.ts';

/** Starts an application for all tests of a file, and closes it after them. */
export async function useTestApplication(options: TestApplicationOptions = {}): Promise<TestApplication> {
  const application = await startTestApplication(options);
  afterAll(() => application.close());
  return application;
}
