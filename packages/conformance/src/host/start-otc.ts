import type { ToolDefinition } from '@toolwire/core';
import { documentTools, fixtureTools } from '../fixtures.ts';
import type { StartServer } from '../running-server.ts';
import { buildApp, toolsPrefix } from './build-app.ts';
import type { Bodies, HostSubject } from './host-app.ts';
import { createHostTools } from './host-tools.ts';

/** In which state a server is to run the standard's own cases. */
export interface OtcState {
  /** The documents' tools and the `Conf.*` tools by default. */
  readonly tools?: readonly ToolDefinition[];
  readonly draining?: boolean;
}

/** Starts the tools of the standard's own cases on a host, mounted below a prefix. */
export function startOtc(subject: HostSubject, bodies: Bodies, state: OtcState = {}): StartServer {
  const { tools = [...documentTools(), ...fixtureTools()], draining = false } = state;
  return async () => {
    const app = buildApp({ tools, signInMs: 0 }, bodies, createHostTools(), subject.createServer);
    const running = await subject.mount(app);
    if (draining) for (const { server } of app.mounts) server.stop?.refuse();
    return { url: running.url + toolsPrefix, close: () => running.close() };
  };
}
