import { createMemoryIdempotencyStore } from '@toolwire/idempotency';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readConfirmOptions } from '../src/confirm/confirm-options.ts';
import { createConfirmations } from '../src/confirm/confirmations.ts';
import { createToolServer, silentLogger } from '../src/index.ts';

const keys = [{ id: 'new', key: 'a'.repeat(64) }] as const;
const oldKeys = [{ id: 'old', key: 'b'.repeat(64) }] as const;
const call = { caller: 'ada', tool: 'Orders.Delete@1.0.0', input: '{"id":"7"}', question: 'Delete order 7?' };
const use = (id: string) => ({ owner: 'ada', call: id });

function create(now: () => number, options: Parameters<typeof readConfirmOptions>[0] = {}) {
  const errors: unknown[] = [];
  return createConfirmations(readConfirmOptions(options), (error) => errors.push(error), now);
}

test('a token expires', async () => {
  let now = 1_000_000;
  const confirmations = create(() => now, { ttlMs: 60_000 });
  const { token, expiresAt } = await confirmations.issue(call);
  expect(expiresAt).toBe(1_060_000);
  now = 1_060_000;
  await expect(confirmations.redeem(token, call, use('1'))).resolves.toBe('confirmation_expired');
  now = 1_059_999;
  await expect(confirmations.redeem(token, call, use('2'))).resolves.toBe('confirmed');
});

test('a used token stays used until it expires, however long that takes', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const confirmations = create(Date.now, { ttlMs: 3_600_000 });
  const { token } = await confirmations.issue(call);
  await expect(confirmations.redeem(token, call, use('1'))).resolves.toBe('confirmed');
  vi.advanceTimersByTime(3_500_000);
  await expect(confirmations.redeem(token, call, use('2'))).resolves.toBe('confirmation_used');
});

test('a token that never expires is an error', () => {
  expect(() => create(Date.now, { ttlMs: Number.MAX_SAFE_INTEGER })).toThrow('confirm.ttlMs must be');
});

test('two processes that share a store accept a token once, also at once', async () => {
  const store = createMemoryIdempotencyStore();
  const [first, second] = [1, 2].map(() => create(Date.now, { keys, store }));
  const { token } = (await first?.issue(call)) ?? { token: '' };
  const results = await Promise.all([first?.redeem(token, call, use('1')), second?.redeem(token, call, use('2'))]);
  expect(new Set(results)).toEqual(new Set(['confirmed', 'confirmation_used']));
});

test('attempts of one call are accepted in each process', async () => {
  const store = createMemoryIdempotencyStore();
  const [first, second] = [1, 2].map(() => create(Date.now, { keys, store }));
  const { token } = (await first?.issue(call)) ?? { token: '' };
  await expect(first?.redeem(token, call, use('1'))).resolves.toBe('confirmed');
  await expect(second?.redeem(token, call, use('1'))).resolves.toBe('confirmed');
});

test('an earlier key is accepted until it is removed', async () => {
  const store = createMemoryIdempotencyStore();
  const { token } = await create(Date.now, { keys: oldKeys, store }).issue(call);
  const rotated = create(Date.now, { keys: [...keys, ...oldKeys], store });
  await expect(create(Date.now, { keys, store }).redeem(token, call, use('1'))).resolves.toBe('confirmation_invalid');
  await expect(rotated.redeem(token, call, use('1'))).resolves.toBe('confirmed');
});

test('another spelling of a token is not another token', async () => {
  const confirmations = create(Date.now);
  const { token } = await confirmations.issue(call);
  await confirmations.redeem(token, call, use('1'));
  // The last character of base64url may have unused bits.
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const others = [...letters].map((letter) => confirmations.redeem(token.slice(0, -1) + letter, call, use('2')));
  expect(new Set(await Promise.all(others))).not.toContain('confirmed');
});

test('a token reveals nothing of the call, and is short enough for a model to copy', async () => {
  // Long, because a short name may appear in a random token.
  const caller = 'ada.lovelace@example.com';
  const { token } = await create(Date.now, { keys, store: createMemoryIdempotencyStore() }).issue({ ...call, caller });
  const decoded = token.split('.').map((part) => Buffer.from(part, 'base64url').toString());
  expect([token, ...decoded].join('\n')).not.toMatch(/lovelace|Orders/);
  expect(token.length).toBeLessThan(180);
});

test('no random key is created at startup, where Workers allow no random values', () => {
  const spies = [vi.spyOn(crypto, 'getRandomValues'), vi.spyOn(crypto, 'randomUUID')];
  createToolServer({ tools: [], wires: [], logger: silentLogger });
  for (const spy of spies) {
    expect(spy).not.toHaveBeenCalled();
    spy.mockRestore();
  }
});
