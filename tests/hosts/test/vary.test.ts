import { otc } from '@toolwire/otc';
import { createToolServer } from '@toolwire/server';
import { expect, test } from 'vitest';
import { createApp } from '../src/create-app.ts';
import { hostsOfRun } from '../src/scope.ts';

const origin = 'https://a.example';

// Without both names, a shared cache would return the response to a page of another origin, or in another language.
test.each(hostsOfRun('everyday', 'current'))('$name joins Vary of the app and of the tools', async ({ start }) => {
  const server = createToolServer({ tools: [], wires: [otc()], cors: { origins: [origin] } });
  const headers = { vary: 'Accept-Language' };
  const app = createApp({
    mounts: [{ prefix: '/api/ai', server }],
    headers,
    front: (_request, response, next) => {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      next();
    },
  });
  const { url, close } = await start(app);
  try {
    const response = await fetch(`${url}/api/ai/tools`, { headers: { origin } });
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    expect(response.headers.get('vary')?.split(/, */)).toEqual(expect.arrayContaining(['Accept-Language', 'Origin']));
  } finally {
    await close();
  }
});
