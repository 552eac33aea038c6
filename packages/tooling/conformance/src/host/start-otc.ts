import { anyOf, apiKey, type Verifier } from '@toolwire/auth';
import { jwt } from '@toolwire/auth/jwt';
import type { Logger } from '@toolwire/core';
import type { ServerCredentials } from '../client/credentials.ts';
import type { ServerState } from '../client/otc-server.ts';
import { fixtureTools } from '../fixtures/conf/fixture-tools.ts';
import { documentTools } from '../fixtures/document-tools.ts';
import type { StartServer } from '../runners/running-server.ts';
import { buildApp, toolsPrefix } from './build-app.ts';
import type { Bodies, HostSubject } from './host-app.ts';
import { createHostTools } from './host-tools.ts';

/** Starts the tools of the standard's cases on a host, below a prefix and in the given state. */
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

/** The credentials of a server under test that requires some. */
export const hostCredentials: Required<ServerCredentials> = {
  apiKey: 'K7vq2ZxT9dRbW4mYc8LsHj3NfPg6AeUo',
  jwt: { secret: 'J5rXk8QwBt2VnSz6MhCy9FdGp3LaEu7T', audience: 'conformance.example' },
};

/** Accepts only `hostCredentials`. */
export function hostAuth(): Verifier {
  const { secret, audience } = hostCredentials.jwt;
  return anyOf(apiKey({ keys: { caller: hostCredentials.apiKey } }), jwt({ secret, audiences: [audience] }));
}
