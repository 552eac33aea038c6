import { expect, test } from 'vitest';
import { createDescribeHost, type HostOptions, type MountHost } from '../src/host.ts';
import type { RunningTest, TestRunner } from '../src/index.ts';
import { findExceptions } from '../src/runners/declare-tests.ts';
import { createTinyHandler } from './tiny-handler.ts';
import { tinyHost } from './tiny-host.ts';

// The small server does not support the tools that misbehave on purpose.
const options: HostOptions = {
  createServer: ({ tools, ...rest }, prefix) =>
    createTinyHandler({ ...rest, tools: tools.filter(({ id }) => !id.startsWith('Conf.')) }, prefix),
  bodies: ['unread'],
  cases: 'sample',
};
const slashCase = "Other routes: a doubled slash in front of the tools' paths gets the app's 404";

test('an exception is reported with its reason, and fails as soon as the case passes', async () => {
  const exceptions = [{ reason: 'it folds slashes', cases: [slashCase] }];
  const below = (url: string, prefix: string): string | undefined => url.replaceAll('//', '/').split(prefix)[1];
  expect(await skipReason(tinyHost({ below }), { ...options, exceptions })).toBe('it folds slashes');
  await expect(skipReason(tinyHost(), { ...options, exceptions })).rejects.toThrow('This case passes.');
});

test('the watch of the process ends with its suite, also if no test of it runs', async () => {
  const hooks: (() => Promise<void>)[] = [];
  const runner: TestRunner = {
    describe: (_title, body) => body(),
    beforeAll: (body) => hooks.unshift(body),
    afterAll: (body) => hooks.push(body),
    test: Object.assign(() => undefined, { skip: () => undefined }),
  };
  createDescribeHost(runner)('a small host', tinyHost(), options);
  const listeners = process.listenerCount('uncaughtException');
  // The small server does not have the tools that the suite expects, which fails a hook.
  for (const hook of hooks) await hook().catch(() => undefined);
  // A case that waits may still run.
  await expect.poll(() => process.listenerCount('uncaughtException')).toBe(listeners);
});

test('an exception that names no case is an error', async () => {
  const exceptions = [{ reason: 'none', cases: ['no such case'] }];
  await expect(skipReason(tinyHost(), { ...options, exceptions })).rejects.toThrow(
    "The exception 'no such case' names no case (none).",
  );
  expect(() => findExceptions([{ reason: 'none', cases: [/^x$/] }], ['y'])).toThrow(
    "The exception '/^x$/' names no case",
  );
});

/** Declares an adapter with a custom runner, runs the case about slashes, and returns why it was skipped. */
async function skipReason(mount: MountHost, hostOptions: HostOptions): Promise<string | undefined> {
  const tests = new Map<string, (context: RunningTest) => Promise<void>>();
  const runner: TestRunner = {
    describe: (_title, body) => body(),
    beforeAll: () => undefined,
    afterAll: () => undefined,
    test: Object.assign((title: string, body: (context: RunningTest) => Promise<void>) => tests.set(title, body), {
      skip: () => undefined,
    }),
  };
  createDescribeHost(runner)('a small host', mount, hostOptions);
  let skipped: string | undefined;
  await tests.get(slashCase.split(': ')[1] ?? '')?.({ skip: (reason) => void (skipped = reason) });
  return skipped;
}
