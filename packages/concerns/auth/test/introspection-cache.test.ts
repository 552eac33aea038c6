import { expect, test } from 'vitest';
import { createCachedIntrospection, IntrospectionCache } from '../src/introspection/introspection-cache.ts';
import type { IntrospectionResponse } from '../src/introspection/introspection-response.ts';

/** Records the keys of its entries. */
class RecordingCache extends IntrospectionCache {
  readonly keys: string[] = [];

  override get(hash: string) {
    this.keys.push(hash);
    return super.get(hash);
  }

  override set(hash: string, response: IntrospectionResponse): void {
    this.keys.push(hash);
    super.set(hash, response);
  }
}

test('stores responses under the SHA-256 of the token, never under the token', async () => {
  const cache = new RecordingCache(1000);
  const introspect = createCachedIntrospection(async () => ({ sub: 'ada' }), cache);
  await introspect('opaque');
  await introspect('another');
  const [one, other] = ['bSKYhMEmi7CrMtjaMV0P5S-RRyKL2DCje8n7KKlUlA0', 'rkSKyGxOjk3sZFcpcI70GHOuecbf-E7_czYJiUh_COU'];
  expect(cache.keys).toEqual([one, one, other, other]);
});

test('keeps 10,000 inactive tokens, which evict no active token', () => {
  const cache = new IntrospectionCache(1000);
  cache.set('good', { sub: 'ada' });
  for (let at = 0; at <= 10_000; at++) cache.set(`made-up-${at}`, undefined);
  expect(cache.get('good')).toBeDefined();
  expect(cache.get('made-up-10000')).toBeDefined();
  expect(cache.get('made-up-0')).toBeUndefined();
});
