import { ok, strictEqual } from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { envelope, jsonHeaders, jsonLines, postRequest } from '../cases/support/calls.ts';
import { expectStatus } from '../cases/support/expect.ts';
import type { OtcServer } from '../client/otc-server.ts';
import type { RawOptions, RawReply, RawStep } from '../client/raw-conversation.ts';
import type { RawRequest } from '../client/raw-request.ts';
import { summarize, type TestResponse } from '../client/response.ts';
import type { TestRequest } from '../client/send-request.ts';
import { type AppPlan, anonymousUser, toolsPrefix } from './build-app.ts';
import type { Bodies } from './host-app.ts';
import type { HostTools } from './host-tools.ts';
import { createRecordingLogger, expectOneError } from './recording-logger.ts';

/** One check of a host. Throws if the host fails it. */
export interface HostCase {
  /** A sentence that is true for a correct host. */
  readonly title: string;
  /** Set if the case mostly waits, so that a runner may run it in parallel with others. */
  readonly waits?: true;
  run(host: HostUnderTest): Promise<void>;
}

/** Creates a case for each row of a table. */
export function hostCasesFor<const Row>(rows: readonly Row[], create: (row: Row) => HostCase): readonly HostCase[] {
  return rows.map((row) => create(row));
}

export interface HostCaseGroup {
  readonly title: string;
  readonly cases: readonly HostCase[];
}

export interface HostUnderTest {
  readonly bodies: Bodies;
  /** Starts an app on the host, and closes it when the case ends. */
  start(plan?: AppPlan): Promise<StartedApp>;
}

export interface StartedApp {
  readonly tools: HostTools;
  /** Connects to the tools below a prefix. Every response is checked against the schemas. */
  at(prefix: string, headers?: Readonly<Record<string, string>>): Promise<OtcServer>;
  /** Sends a request to the app without checking the response. */
  send(request: TestRequest): Promise<TestResponse>;
  /** The bytes of a request, for `converse`. */
  bytes(request: RawRequest): Uint8Array;
  converse(steps: readonly RawStep[], options?: RawOptions): Promise<RawReply>;
}

export const callPath: string = `${toolsPrefix}/tools/call`;

/** A request that calls a host tool. */
export function callRequest(tool: string, value?: unknown): TestRequest {
  return postRequest(hostCall(tool, value), callPath);
}

/** The bytes of a POST of JSON, by default of a call. */
export function postBytes(app: StartedApp, body: string, path: string = callPath): Uint8Array {
  return app.bytes({ method: 'POST', path, headers: jsonLines, body });
}

/** A call of a host tool, as text. */
export function hostCall(tool: string, value?: unknown): string {
  return envelope(hostRequest(tool, value));
}

/** Calls a host tool in the standard's envelope. */
export function callHostTool(server: OtcServer, tool: string, value?: unknown): Promise<TestResponse> {
  return server.call(hostRequest(tool, value));
}

function hostRequest(tool: string, value: unknown): object {
  return { tool_id: `Host.${tool}@1.0.0`, input: value === undefined ? {} : { value } };
}

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
