import { anyPostgres, noPostgres } from '@toolwire/programs/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Example, readExamples } from './example.ts';
import { addressOf, runScript } from './run-script.ts';

// For all of them at once on a busy machine.
const timeoutMs = 300_000;
const examples = readExamples().filter(({ name }) => !name.endsWith('-kit'));

/** Verification also starts an example. Starting it separately, and verifying most examples, is for `npm test -- --all`. */
const isAll = process.env['TEST_SCOPE'] === 'all';

/** Whose answers the tests of the packages look at. */
const testedElsewhere = ['quickstart', 'spec-server'];
const selfVerifying = examples.filter(({ name }) => !testedElsewhere.includes(name));

/** Why an example cannot run here. */
const lacks = ({ name }: Example): string | undefined => (name === 'exactly-once' ? noPostgres : undefined);

let environment: Readonly<Record<string, string>> = {};
let removePostgres = async (): Promise<void> => undefined;
beforeAll(async () => {
  if (noPostgres !== undefined) return;
  const { url, remove } = await anyPostgres();
  environment = { DATABASE_URL: url, ALLOW_LOSS: '1' };
  removePostgres = remove;
});
afterAll(() => removePostgres());

/** Each is a process or more, which costs a second. */
const verifiedHere = selfVerifying.filter((_, place) => isAll || place % 14 === 0);

it.concurrent.each(verifiedHere.filter((example) => lacks(example) === undefined))(
  '$name verifies itself',
  { timeout: timeoutMs },
  async (example) => {
    const verifying = runScript(example, 'verify', environment);
    const code = await verifying.ended;
    expect(code, verifying.output()).toBe(0);
    // One that checks nothing has nothing to say.
    expect(verifying.output()).toMatch(/^ok /m);
  },
);

it.skip.each(examples.filter(lacks).map((example) => ({ name: example.name, reason: lacks(example) })))(
  '$name, skipped: $reason',
  () => undefined,
);

describe.concurrent.each(examples.filter((example) => lacks(example) === undefined))('$name', (example) => {
  it.runIf(isAll || testedElsewhere.includes(example.name))(
    'starts with one command',
    { timeout: timeoutMs },
    async () => {
      const starting = runScript(example, 'start', environment);
      try {
        if (isServer(example)) {
          const address = await addressOf(starting);
          expect(address, starting.output()).toBeDefined();
          const { status } = await fetch(`${address}/`);
          expect(status, starting.output()).toBeLessThan(500);
        } else {
          expect(await starting.ended, starting.output()).toBe(0);
          expect(starting.output()).not.toBe('');
        }
      } finally {
        starting.child.kill();
        await starting.ended;
      }
    },
  );
});

/** By its name: `src/server` stays up, `src/main` prints and ends, except that of the spec-server. */
function isServer({ name, scripts }: Example): boolean {
  return name === 'spec-server' || (scripts['start'] ?? '').includes('src/server');
}
