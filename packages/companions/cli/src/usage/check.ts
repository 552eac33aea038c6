import type { Command } from '../command.ts';
import { sharedFlags } from '../flags.ts';

// Credentials are what is checked here, and none that a user gets with a browser.
const { auth: _login, 'client-id': _clientId, ...withoutLogin } = sharedFlags;

/** What the help says of `toolwire check`. */
export const check: Command = {
  name: 'check',
  about: 'Holds a server against Open Tool Calling, and against the official suite of MCP where that is installed.',
  operands: 'TARGET',
  flags: {
    'expected-failures': {
      value: 'file',
      about: 'the names of cases that may fail, one a line; one that fails no more fails the check',
    },
    junit: { value: 'file', about: 'writes the results as JUnit has them' },
    badge: { value: 'file', about: 'writes a badge (SVG)' },
    only: { value: 'words', about: 'runs the cases of Open Tool Calling with these words in their names' },
    revision: {
      value: '2025-11-25|2026-07-28',
      about: 'a revision of MCP to check; both if left out',
      isRepeated: true,
    },
    'jwt-audience': { value: 'name', about: 'for whom the tokens of --jwt-secret are' },
    ...withoutLogin,
    auth: { about: 'tries good and almost good credentials: the server wants those of --api-key or --jwt-secret' },
  },
  examples: [
    'toolwire check http://127.0.0.1:3000',
    'toolwire check http://127.0.0.1:3000 --junit results.xml --expected-failures known.txt',
    'toolwire check http://127.0.0.1:3000 --auth --api-key key --only Credentials',
  ],
  json: '`{ isWell, counts: { pass, fail, warn, skip }, stale, cases: [{ suite, title, requirements, status, message }] }`',
  load: async () => (await import('../commands/check.ts')).check,
};
