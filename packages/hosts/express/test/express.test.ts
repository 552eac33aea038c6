import express from 'express';
import { expect, test } from 'vitest';
import { mountTools } from '../src/index.ts';

test('mounting a value that is not a tool server explains it', () => {
  expect(() => mountTools([] as never)).toThrow('got a list');
  expect(() => mountTools({ handle: () => undefined }, { values: [] as never })).toThrow('must be a function');
});

test('swapped arguments are a startup error with a fix', () => {
  const server = { handle: () => undefined };
  expect(() => mountTools({ principal: () => undefined } as never, server as never)).toThrow(
    'mountTools() got a tool server instead of options. Pass the server as the first argument.',
  );
});

test('a base path is a startup error here, because `app.use` has the path', () => {
  expect(() => mountTools({ handle: () => undefined }, { basePath: '/ai' } as never)).toThrow(
    "Invalid option 'basePath' in mountTools()",
  );
});

test.each([
  ['an app', express()],
  ['a router', express.Router()],
])('%s instead of a tool server is a startup error with advice', (_what, app) => {
  expect(() => mountTools(app as never)).toThrow("app.use('/ai', mountTools(server)) (TW_ARGUMENTS)");
});
