import process from 'node:process';
import { expect, it, onTestFinished } from 'vitest';
import { startProgram } from '../src/dev/start-program.ts';

it('reports a program that cannot be started, once', async () => {
  const { execPath } = process;
  process.execPath = '/there-is-no-such-node';
  onTestFinished(() => {
    process.execPath = execPath;
  });
  const ends: unknown[] = [];
  const ended = new Promise<void>((resolve) => {
    const program = startProgram({
      entry: { file: '/server.mjs', name: 'server.mjs', root: '/', hasPackage: false, isTypeScript: false },
      args: [],
      environment: {},
      inspectorUrl: '',
      ports: [],
      onOutput: () => undefined,
      onErrorOutput: () => undefined,
      onListening: () => undefined,
      onEnd: (exit, crash) => {
        ends.push([exit, crash?.message]);
        setTimeout(() => resolve(program.stop(1000)), 50);
      },
    });
  });
  await ended;
  expect(ends).toEqual([['ENOENT', "Node can't be started: spawn /there-is-no-such-node ENOENT"]]);
});
