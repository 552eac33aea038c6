import { createDescribeHost } from '@toolwire/conformance/host';
import { type CreateServer, describeHost } from '@toolwire/conformance/vitest';
import { otc } from '@toolwire/otc';
import { createToolServer } from '@toolwire/server';
import { ajv } from '@toolwire/validate/ajv';
import { beforeAll } from 'vitest';
import type { BuiltHost } from '../src/host.ts';
import { hostsOfRun, isEveryCase, isEveryHost } from '../src/scope.ts';
import { builtHosts } from '../src/table.ts';
import { testProgress } from './progress.ts';
import { sampledTests } from './sampled-tests.ts';

// One for all servers, because creating it takes longer than creating a server.
const validator = ajv();
const createServer: CreateServer = (options) => createToolServer({ ...options, wires: [otc()], validator });

/** Runs the suite on a row of the table. */
function describeRow(
  { name, start, bodies, exceptions = [] }: Omit<BuiltHost, 'prepare'>,
  describeTests = describeHost,
): void {
  describeTests(name, start, {
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

// Without `--all`, hosts that are not `everyday` run less than half of these tests.
for (const [index, host] of hostsOfRun('everyday', 'current').entries()) {
  const isSampled = host.tier !== 'everyday' && !isEveryCase;
  describeRow(host, isSampled ? createDescribeHost(sampledTests(index)) : describeHost);
  testProgress(host);
}

if (isEveryHost) {
  beforeAll(async () => {
    for (const { prepare } of builtHosts) await prepare();
  }, 1_800_000);
  for (const host of builtHosts) {
    describeRow(host);
    testProgress(host);
  }
}
