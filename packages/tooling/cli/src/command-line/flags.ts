import type { Flag } from './command.ts';

// The choices of flags. The help and the shell completion list them, and the commands check them.
// A command loads its code later than its help, so the lists are not in that code.

/** The protocols of `--wire`. */
export const wires = ['otc', 'mcp', 'arcade'] as const;

/** The protocols of `--wire` that `toolwire check` tests. */
export const testedWires = ['otc', 'mcp'] as const;

/** The revisions that the official MCP suite tests: `--revision` of `toolwire check`. */
export const mcpRevisions = ['2025-11-25', '2026-07-28'] as const;

/** Whose config file `toolwire configure --scope` changes. */
export const scopes = ['project', 'user'] as const;

/** The formats of `toolwire export --to`. */
export const exportFormats = [
  'openai',
  'openai-chat',
  'anthropic',
  'gemini',
  'ai-sdk',
  'langchain',
  'openapi',
] as const;

export const commonFlags = {
  json: { about: 'print JSON instead of text' },
  help: { about: 'show this help' },
} as const satisfies Readonly<Record<string, Flag>>;

/** The flags that choose the protocol, the credentials and the limits of a connection. */
export const targetFlags = {
  wire: { value: wires.join('|'), about: 'the protocol to use (default: detect it)' },
  'api-key': { value: 'key', about: 'the API key of the server (or set TOOLWIRE_API_KEY)' },
  token: { value: 'token', about: 'the bearer token (or set TOOLWIRE_TOKEN)' },
  'jwt-secret': { value: 'secret', about: 'sign a JWT for each request with this secret (or set TOOLWIRE_JWT_SECRET)' },
  'worker-secret': { value: 'secret', about: 'the secret of the Arcade worker (or set TOOLWIRE_WORKER_SECRET)' },
  auth: { value: 'login', about: 'use the browser to sign in to an MCP server' },
  'client-id': { value: 'id', about: 'the OAuth client ID for --auth login' },
  insecure: { about: 'send credentials without HTTPS to other machines' },
  timeout: { value: 'seconds', about: 'how long to wait for a response (default: 60)' },
  raw: { about: 'print requests and responses to stderr, credentials hidden' },
} as const satisfies Readonly<Record<string, Flag>>;

/** The flags of a command that connects to a server; some commands leave some out. */
export const connectionFlags = { ...targetFlags, ...commonFlags };

/** The flags for credentials that are sent with a call. */
export const callFlags = {
  secret: { value: 'name=value', about: 'a secret to send with the call, for tools that require it', isRepeated: true },
  authorization: {
    value: 'id=token',
    about: 'a token to send with the call, for tools that require it',
    isRepeated: true,
  },
  'user-id': { value: 'id', about: 'the user ID to send with the call' },
} as const satisfies Readonly<Record<string, Flag>>;
