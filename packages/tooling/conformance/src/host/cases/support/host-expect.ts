import { ok, strictEqual } from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { expectStatus } from '../../../cases/support/expect.ts';
import { summarize, type TestResponse } from '../../../client/response.ts';
import { signIn } from '../../app-functions.ts';
import type { AppPlan } from '../../build-app.ts';
import type { HostUnderTest } from '../../host-case.ts';
import { createRecordingLogger, expectOneError } from '../../recording-logger.ts';
import { callAs } from './host-calls.ts';

/** Expects a response of the app, not of the tool server. */
export function expectAnsweredByApp(response: TestResponse): void {
  ok(!response.text.includes('$schema'), `response: expected one of the app, got ${summarize(response)}`);
}

/** Expects a 500 of the app, not of the tool server. */
export function expectAppError(response: TestResponse): void {
  expectStatus(response, 500);
  expectAnsweredByApp(response);
}

/** Waits for a promise that must resolve soon. */
export async function beforeTimeout<T>(promise: Promise<T>, name: string): Promise<T> {
  const timeout = wait(5000, undefined, { ref: false }).then((): never => {
    throw new Error(`${name}: expected within 5000 ms, got a timeout`);
  });
  return Promise.race([promise, timeout]);
}

/** Expects a 500 from the app, and one error with this text in the log of the tools. */
export async function expectLogged(host: HostUnderTest, text: string, plan: AppPlan): Promise<void> {
  const logger = createRecordingLogger();
  const app = await host.start({ ...plan, logger, signIn });
  const response = await callAs(app, 'Count', {});
  expectAppError(response);
  strictEqual(app.tools.runs(), 0);
  expectOneError(logger.text(), text);
}
