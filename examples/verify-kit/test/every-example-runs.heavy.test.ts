import { describe, expect, it } from 'vitest';
import { type Example, isSharedCode, readExamples } from './example.ts';
import { addressOf, runScript } from './run-script.ts';

// For all of them at once on a busy machine.
const timeoutMs = 300_000;
/** These need a PostgreSQL, so `tests/durable` runs them. */
const needDatabase = ['exactly-once'];
const examples = readExamples().filter((example) => !isSharedCode(example) && !needDatabase.includes(example.name));

/** Verification also starts an example. Starting it separately, and verifying most examples, is for `npm test -- --all`. */
const isAll = process.env['TEST_SCOPE'] === 'all';

/** Whose answers the tests of the packages look at. */
const testedElsewhere = ['quickstart', 'spec-server'];
const selfVerifying = examples.filter(({ name }) => !testedElsewhere.includes(name));

/** Each is a process or more, which costs a second. */
const verifiedHere = selfVerifying.filter((_, place) => isAll || place % 14 === 0);

it.concurrent.each(verifiedHere)('$name verifies itself', { timeout: timeoutMs }, async (example) => {
  const verifying = runScript(example, 'verify');
  const code = await verifying.ended;
  expect(code, verifying.output()).toBe(0);
  // One that checks nothing has nothing to say.
  expect(verifying.output()).toMatch(/^ok /m);
});

describe.concurrent.each(examples)('$name', (example) => {
  it.runIf(isAll || testedElsewhere.includes(example.name))(
    'starts with one command',
    { timeout: timeoutMs },
    async () => {
      const starting = runScript(example, 'start');
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
