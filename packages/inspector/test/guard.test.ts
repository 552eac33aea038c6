import type { HttpRequest } from '@toolwire/core/wire';
import { expect, test } from 'vitest';
import { createGuard } from '../src/guard.ts';

const { refusePageRequest } = createGuard({ token: 'the-token', auth: undefined });

/** The status of the page for a request that arrived at a loopback address. */
function statusFor(headers: Readonly<Record<string, string>>): number {
  const all: Readonly<Record<string, string>> = { host: 'localhost:3000', ...headers };
  const request: Pick<HttpRequest, 'header' | 'isLoopback'> = { header: (name) => all[name], isLoopback: true };
  return refusePageRequest(request as HttpRequest)?.status ?? 200;
}

test.each([
  ['x-forwarded-for', '203.0.113.7'],
  ['x-forwarded-for', '127.0.0.1, 203.0.113.7'],
  ['x-forwarded-for', '2001:db8::1'],
  ['forwarded', 'for=203.0.113.7;proto=https;by=127.0.0.1'],
  ['forwarded', 'for=127.0.0.1, For="[2001:db8::1]:4711"'],
  ['forwarded', 'proto=https;for=unknown'],
])('a request that a proxy forwarded for another machine is refused: %s: %s', (name, value) => {
  expect(statusFor({ [name]: value })).toBe(403);
});

test.each([
  ['x-forwarded-for', '127.0.0.1'],
  ['x-forwarded-for', '::1, ::ffff:127.0.0.1'],
  ['x-forwarded-for', '127.0.0.1:51234'],
  ['forwarded', 'by=203.0.113.7;for="[::1]:4711", for=127.0.0.1'],
  ['forwarded', 'proto=http;host=localhost'],
])('a request that a proxy forwarded for this machine is accepted: %s: %s', (name, value) => {
  expect(statusFor({ [name]: value })).toBe(200);
});
