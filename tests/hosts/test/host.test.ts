import { type CreateServer, describeHost } from '@toolwire/conformance/vitest';
import { otc } from '@toolwire/otc';
import { createToolServer } from '@toolwire/server';
import { ajv } from '@toolwire/validate/ajv';
import { hostsOfRun, isEveryHost } from '../src/scope.ts';

const createServer: CreateServer = (options) => createToolServer({ ...options, wires: [otc()], validator: ajv() });

for (const { name, start, bodies, exceptions = [] } of hostsOfRun('everyday', 'current')) {
  describeHost(name, start, {
    createServer,
    // A run without `--every-host` has each case on node:http, and on other hosts the cases that a host can break, behind a parser.
    cases: isEveryHost || name === 'node:http' ? 'all' : 'sample',
    bodies: isEveryHost || bodies.length === 1 ? bodies : ['parsed'],
    exceptions: exceptions.map(({ number, reason, until, ...cases }) => ({
      ...cases,
      reason: `${number}. ${reason}, until ${until}`,
    })),
  });
}
