import {
  type Bodies,
  type CreateServer,
  describeHost,
  type HostException,
  listenOn,
  type MountHost,
} from '@toolwire/conformance/vitest';
import { otc } from '@toolwire/otc';
import { createToolServer } from '@toolwire/server';
import { ajv } from '@toolwire/validate/ajv';
import express5 from 'express';
import express4 from 'express4';
import { mountTools } from '../src/index.ts';

// Every case of the standard runs on node:http; here those that a host could spoil, and all with `npm test -- --every-host`.
const cases = process.env['TEST_HOSTS'] === 'all' ? 'all' : 'sample';

const createServer: CreateServer = (options) => createToolServer({ ...options, wires: [otc()], validator: ajv() });

const mountOn =
  (express: typeof express5): MountHost =>
  ({ front, parser, guard, mounts, back }) => {
    const app = express().use(front);
    if (parser) app.use(express.json(parser));
    for (const { prefix, server, ...said } of mounts) app.use(prefix, guard, mountTools(server, said));
    return listenOn(app.use(back));
  };

const parsed: readonly HostException[] = [
  {
    bodies: 'parsed',
    reason: 'express.json() reads a body it refuses to its end before it says so',
    cases: [/ is refused before it comes, and the connection closed$/],
  },
  {
    bodies: 'parsed',
    reason: 'express.json() puts replacement characters where bytes are no UTF-8',
    cases: [
      /^Edge 23: bytes: a body is refused for its bytes: (?:.*UTF-8|a surrogate in UTF-8|UTF-8 that is cut off)$/,
    ],
  },
];
const doubledSlash: HostException = {
  reason: 'Express 4 takes a second slash to be part of the mount path',
  cases: [/doubled slash/, 'Edge 24: methods and paths: //tools is not found'],
};

const bodies: readonly Bodies[] = cases === 'all' ? ['unread', 'parsed'] : ['parsed'];
describeHost('Express 5', mountOn(express5), { createServer, cases, exceptions: parsed, bodies });
// What differs from Express 5 stands in front of the tools, so that a sample does without it.
if (cases === 'all') {
  describeHost('Express 4', mountOn(express4), { createServer, exceptions: [...parsed, doubledSlash] });
}
