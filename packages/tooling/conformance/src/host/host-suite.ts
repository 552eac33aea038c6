import { connectWithSchemas } from '../client/otc-server.ts';
import { converse } from '../client/raw-conversation.ts';
import { rawRequest } from '../client/raw-request.ts';
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
import { watchFaults } from './fault-watch.ts';
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
    at: (prefix, headers = {}) => connectWithSchemas(url + (prefix === '/' ? '' : prefix), { headers }, schemas),
    send: (request) => sendRequest(target, request),
    bytes: (request) => rawRequest(target, request),
    converse: (steps, end) => converse(target, steps, end),
  };
}
