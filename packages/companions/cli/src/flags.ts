import type { Flag } from './command.ts';

/** What every command takes. */
export const commonFlags = {
  json: { about: 'writes JSON for programs' },
  help: { about: 'shows this' },
} as const satisfies Readonly<Record<string, Flag>>;

/** What every command takes that speaks to a server. */
export const targetFlags = {
  wire: { value: 'otc|mcp|arcade', about: 'the protocol to speak, instead of finding out' },
  'api-key': { value: 'key', about: 'an OTC API key (TOOLWIRE_API_KEY)' },
  token: { value: 'token', about: 'a bearer token (TOOLWIRE_TOKEN)' },
  'jwt-secret': { value: 'secret', about: 'signs an OTC token for each request (TOOLWIRE_JWT_SECRET)' },
  'worker-secret': { value: 'secret', about: 'signs tokens as an Arcade engine does (TOOLWIRE_WORKER_SECRET)' },
  auth: { value: 'login', about: 'signs you in with your browser, where a server of MCP wants that' },
  'client-id': { value: 'id', about: 'with --auth login: a client that the authorization server knows' },
  insecure: { about: 'sends credentials over plain http to other machines too' },
  timeout: { value: 'seconds', about: 'how long to wait for an answer; 60 if left out' },
  raw: { about: 'shows on stderr what goes over the wire, without credentials' },
} as const satisfies Readonly<Record<string, Flag>>;

/** What a command takes that speaks to a server, with what every command takes. */
export const sharedFlags = { ...targetFlags, ...commonFlags };
