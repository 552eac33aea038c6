import { connectOtcServer } from '../client/otc-server.ts';
import { converse, rawRequest } from '../client/raw-conversation.ts';
import { parseTarget, sendRequest } from '../client/send-request.ts';
import type { RunningServer } from '../runners/running-server.ts';
import type { ResponseSchemas } from '../schemas/response-schemas.ts';
import { buildApp } from './build-app.ts';
import { bodyCases } from './cases/bodies.ts';
import { connectionCases } from './cases/connections.ts';
import { disconnectCases } from './cases/disconnects.ts';
import { middlewareCases } from './cases/middleware.ts';
import { mountingCases } from './cases/mounting.ts';
import { ownRouteCases } from './cases/own-routes.ts';
import { principalCases } from './cases/principals.ts';
import { streamAndFailureCases } from './cases/streams-and-failures.ts';
import type { Bodies, HostSubject } from './host-app.ts';
import type { HostCase, HostCaseGroup, HostUnderTest, StartedApp } from './host-case.ts';
import { createHostTools } from './host-tools.ts';

/** The cases that every host must pass. */
export const hostSuite: readonly HostCaseGroup[] = [
  mountingCases,
  ownRouteCases,
  middlewareCases,
  principalCases,
  bodyCases,
  connectionCases,
  disconnectCases,
  streamAndFailureCases,
];

/** Runs one case on a host. Throws if it fails, or if the process has unhandled errors. */
export async function runHostCase(hostCase: HostCase, subject: HostSubject, bodies: Bodies): Promise<void> {
  const running: RunningServer[] = [];
  const host: HostUnderTest = {
    bodies,
    start: async (plan = {}) => {
      const tools = createHostTools();
      const app = await subject.mount(buildApp(plan, bodies, tools, subject.createServer));
      running.push(app);
      return startedApp(app.url, tools, subject.schemas);
    },
  };
  const watch = watchFaults();
  let failed: { readonly error: unknown } | undefined;
  try {
    await hostCase.run(host);
  } catch (error) {
    failed = { error };
  }
  // The watch must end in any case: while it lasts, no exception ends the process.
  const closed = await Promise.allSettled(running.map((app) => app.close()));
  const faults = await watch.end();
  const unclosed = closed.find((result) => result.status === 'rejected');
  if (unclosed !== undefined) failed ??= { error: unclosed.reason };
  if (faults.length > 0) throw new Error(faults.join('\n'), failed && { cause: failed.error });
  if (failed !== undefined) throw failed.error;
}

function startedApp(url: string, tools: StartedApp['tools'], schemas: ResponseSchemas): StartedApp {
  const target = parseTarget(url);
  return {
    tools,
    at: (prefix, headers = {}) => connectOtcServer(url + (prefix === '/' ? '' : prefix), { headers, schemas }),
    send: (request) => sendRequest(target, request),
    bytes: (request) => rawRequest(target, request),
    converse: (steps, options) => converse(target, steps, options),
  };
}

/** Records unhandled errors of the process. */
export interface FaultWatch {
  /** Stops watching, and returns the errors. */
  end(): Promise<readonly string[]>;
}

/** Watches for unhandled rejections, uncaught exceptions and leaking listeners. */
export function watchFaults(): FaultWatch {
  const faults: string[] = [];
  const onRejection = (reason: unknown): void => void faults.push(`unhandled rejection: ${describe(reason)}`);
  const onException = (error: unknown): void => void faults.push(`uncaught exception: ${describe(error)}`);
  const onWarning = (warning: Error): void => {
    if (warning.name === 'MaxListenersExceededWarning') faults.push(`listener leak: ${warning.message}`);
  };
  process.on('unhandledRejection', onRejection).on('uncaughtException', onException).on('warning', onWarning);
  return {
    end: async () => {
      // Node reports rejections after the microtasks of a turn, and warnings in the next turn.
      for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
      process.off('unhandledRejection', onRejection).off('uncaughtException', onException).off('warning', onWarning);
      return faults;
    },
  };
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
