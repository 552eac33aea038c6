import type { Logger } from '@toolwire/core';
import { documentTools, fixtureTools } from '../fixtures.ts';
import type { StartServer } from '../running-server.ts';
import type { OtcServerOptions, ServerState } from '../subject/otc-server.ts';
import { buildApp, toolsPrefix } from './build-app.ts';
import type { Bodies, HostSubject } from './host-app.ts';
import { hostAuth, hostCredentials } from './host-credentials.ts';
import { createHostTools } from './host-tools.ts';

/** Starts the tools of the standard's own cases on a host, mounted below a prefix, in the state that some cases need. */
export function startOtc(subject: HostSubject, bodies: Bodies, logger: Logger, state?: ServerState): StartServer {
  return async () => {
    const tools = state === 'empty' ? [] : [...documentTools(), ...fixtureTools()];
    const auth = state === 'credentials' ? { auth: hostAuth() } : {};
    const app = buildApp({ tools, signInMs: 0, logger, ...auth }, bodies, createHostTools(), subject.createServer);
    const running = await subject.mount(app);
    if (state === 'draining') for (const { server } of app.mounts) server.stop?.refuse();
    return { url: running.url + toolsPrefix, close: () => running.close() };
  };
}

/** What to know of a server that `startOtc` has started in a state. */
export function factsOf(state: ServerState | undefined): OtcServerOptions {
  if (state === undefined) return {};
  return state === 'credentials' ? { state, credentials: hostCredentials } : { state };
}
