import { expect, it } from 'vitest';
import { type ArcadeOptions, arcade } from '../src/index.ts';
import { arcadeServer, send } from './support.ts';
import { allTools } from './tools.ts';

const pathsOf = (options: ArcadeOptions) => arcade(options).routes.map(({ path }) => path);

it('serves execute requests and the worker below its prefix', async () => {
  const options = { prefix: '/ai' };
  expect(pathsOf(options)).toEqual([
    '/ai/tools/execute',
    '/ai/worker/health',
    '/ai/worker/tools',
    '/ai/worker/tools/invoke',
  ]);
  const server = arcadeServer(allTools, options);
  expect(await send(server, 'GET', '/ai/worker/health')).toMatchObject({ status: 200 });
  await expect(send(server, 'GET', '/worker/health')).rejects.toThrow('/worker/health');
});

it('has no route for execute requests if that is turned off', () => {
  expect(pathsOf({ execute: false })).toEqual(['/worker/health', '/worker/tools', '/worker/tools/invoke']);
});

it('rejects a prefix that is not a path', () => {
  expect(() => arcade({ prefix: 'ai' })).toThrow("prefix of arcade() must start with '/'");
});
