import { expect, it } from 'vitest';
import { type ArcadeOptions, arcade } from '../src/index.ts';
import { arcadeServer, send } from './support.ts';
import { allTools } from './tools.ts';

const pathsOf = (options: ArcadeOptions) => arcade(options).routes.map(({ path }) => path);

it('serves execute requests and the worker on the paths of its options', async () => {
  const options = { executePath: '/run', workerPath: '/engine' };
  expect(pathsOf(options)).toEqual(['/run', '/engine/health', '/engine/tools', '/engine/tools/invoke']);
  const server = arcadeServer(allTools, options);
  expect(await send(server, 'GET', '/engine/health')).toMatchObject({ status: 200 });
  await expect(send(server, 'GET', '/worker/health')).rejects.toThrow('/worker/health');
});

it('has no routes for what its options turn off', () => {
  expect(pathsOf({ workerPath: false })).toEqual(['/tools/execute']);
  expect(pathsOf({ executePath: false })).toEqual(['/worker/health', '/worker/tools', '/worker/tools/invoke']);
});
