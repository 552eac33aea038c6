import type { WireCodec, WireRoute } from '@toolwire/core/wire';
import { describe, expect, test } from 'vitest';
import { createRouter } from '../src/http/router.ts';

function wire(name: string, ...routes: readonly [WireRoute['method'], string][]): WireCodec {
  const answer = { status: 200, headers: {} };
  return {
    name,
    routes: routes.map(([method, path]) => ({
      method,
      path,
      op: 'call',
      accept: () => ({ op: 'answer', response: answer }),
      refuse: () => answer,
    })),
  };
}

describe('the router', () => {
  const find = createRouter([wire('a', ['GET', '/tools'], ['POST', '/tools/call']), wire('b', ['POST', '/b'])]);

  test('finds a path exactly, or with one trailing slash (CASE-24)', () => {
    expect(find('/tools')?.byMethod.get('GET')?.path).toBe('/tools');
    expect(find('/tools/')?.byMethod.get('GET')?.path).toBe('/tools');
    for (const path of [
      '//tools',
      '/tools//',
      '/Tools',
      '/tools%2Fcall',
      '/tools/../tools',
      '',
      '/',
      '/tool',
      '/__proto__',
    ]) {
      expect(find(path), path).toBeUndefined();
    }
  });

  test('serves HEAD with GET, and lists the allowed methods', () => {
    expect(find('/tools')?.byMethod.get('HEAD')?.method).toBe('GET');
    expect(find('/tools')?.allow).toBe('GET, HEAD, OPTIONS');
    expect(find('/tools/call')?.allow).toBe('POST, OPTIONS');
    expect(find('/tools/call')?.byMethod.get('GET')).toBeUndefined();
  });

  test('throws if two protocols serve the same path', () => {
    expect(() => createRouter([wire('a', ['GET', '/x']), wire('b', ['GET', '/x'])])).toThrow(
      "GET /x is used by two protocols. Set another path for one of them, for example otc: { prefix: '/v1' }.",
    );
  });
});
