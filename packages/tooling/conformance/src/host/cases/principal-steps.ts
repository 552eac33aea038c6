import { strictEqual } from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { jsonHeaders } from '../../cases/support/calls.ts';
import type { TestResponse } from '../../client/response.ts';
import { type AppPlan, anonymousUser } from '../build-app.ts';
import type { HostUnderTest, StartedApp } from '../host-case.ts';
import { createRecordingLogger } from '../loggers.ts';
import { callRequest, expectAppError, expectOneError } from './support.ts';

/** Uses the whole Authorization header as the user name. */
export const signIn = (name: string | undefined): string => name ?? anonymousUser;

/** Calls a tool with these headers. */
export function callAs(
  app: StartedApp,
  tool: string,
  headers: Readonly<Record<string, string>>,
): Promise<TestResponse> {
  return app.send({ ...callRequest(tool), headers: { ...jsonHeaders, ...headers } });
}

/** Functions of the app that fail at once and later, with their texts. */
export const failures: readonly (readonly [text: string, fail: () => Promise<never>])[] = [
  [
    'thrown on purpose',
    () => {
      throw new Error('thrown on purpose');
    },
  ],
  ['rejected on purpose', () => wait(1).then(() => Promise.reject(new Error('rejected on purpose')))],
];

/** Expects a 500 from the app, and one error with this text in the log of the tools. */
export async function expectLogged(host: HostUnderTest, text: string, plan: AppPlan): Promise<void> {
  const logger = createRecordingLogger();
  const app = await host.start({ ...plan, logger, signIn });
  const response = await callAs(app, 'Count', {});
  expectAppError(response);
  strictEqual(app.tools.runs(), 0);
  expectOneError(logger.text(), text);
}
