import { ok, strictEqual } from 'node:assert/strict';
import type { Principal } from '@toolwire/core';
import { expectStatus } from '../../cases/expect.ts';
import type { Answer } from '../../subject/answer.ts';
import { type AppPlan, toolsPrefix } from '../build-app.ts';
import type { HostUnderTest, StartedApp } from '../host-case.ts';
import { createRecordingLogger } from '../recording-logger.ts';
import { expectOwnWords, hostCall, json } from './steps.ts';

/** Where tools are called. */
export const callPath: string = `${toolsPrefix}/tools/call`;

/** Takes the whole header for the name of who calls. */
export const signIn = (name: string | undefined): string => name ?? 'nobody';

/** Calls a tool with these headers. */
export function callAs(app: StartedApp, tool: string, headers: Readonly<Record<string, string>>): Promise<Answer> {
  return app.send({ method: 'POST', path: callPath, headers: { ...json, ...headers }, body: hostCall(tool) });
}

/** A request is answered 500 by the app, and the log of the tools has one error, with this text. */
export async function expectLogged(
  host: HostUnderTest,
  text: string,
  principal: () => Principal | Promise<Principal>,
  plan: AppPlan = {},
): Promise<void> {
  const logger = createRecordingLogger();
  const app = await host.start({ ...plan, principal, logger, signIn });
  const answer = await callAs(app, 'Count', {});
  expectStatus(answer, 500);
  expectOwnWords(answer);
  strictEqual(app.tools.runs(), 0);
  const lines = logger.text().split('\n');
  const [line, ...more] = lines.filter((one) => one.includes(text));
  ok(line?.includes('"level":"error"'), `the log says nothing of it: ${lines.join('; ')}`);
  strictEqual(more.length, 0, 'the log says so more than once');
}
