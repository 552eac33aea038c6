import type { RunningServer } from '../running-server.ts';
import type { WireSchemas } from '../schemas/wire-schemas.ts';
import { connectOtcServer } from '../subject/connect-otc-server.ts';
import { converse } from '../subject/raw-conversation.ts';
import { rawRequest } from '../subject/raw-request.ts';
import { sendRequest } from '../subject/send-request.ts';
import { parseTarget } from '../subject/target.ts';
import { buildApp } from './build-app.ts';
import { watchFaults } from './fault-watch.ts';
import type { Bodies, HostSubject } from './host-app.ts';
import type { HostCase, HostUnderTest, StartedApp } from './host-case.ts';
import { createHostTools } from './host-tools.ts';

/** Runs one case against a host, with an eye on what goes wrong unseen; throws what is wrong. */
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
  await Promise.all(running.map((app) => app.close()));
  const faults = await watch.end();
  if (faults.length > 0) throw new Error(faults.join('\n'), failed && { cause: failed.error });
  if (failed !== undefined) throw failed.error;
}

function startedApp(url: string, tools: StartedApp['tools'], schemas: WireSchemas): StartedApp {
  const target = parseTarget(url);
  return {
    tools,
    at: (prefix, headers = {}) => connectOtcServer(url + (prefix === '/' ? '' : prefix), { headers, schemas }),
    send: (request) => sendRequest(target, request),
    bytes: (request) => rawRequest(target, request),
    converse: (steps, options) => converse(target, steps, options),
  };
}
