import type { ToolContext, ToolDefinition } from '@toolwire/core';
import { expect, test } from 'vitest';
import { findFragment } from '../src/fixtures/canaries.ts';
import { documentTools, fixtureTools } from '../src/fixtures.ts';

function find(tools: readonly ToolDefinition[], id: string): (input: object) => unknown {
  const tool = tools.find((one) => one.id === id);
  return (input) => tool?.run(input, {} as ToolContext);
}

test('each set of fixtures has separate memory', async () => {
  const [first, second] = [find(fixtureTools(), 'Conf.Counter'), find(fixtureTools(), 'Conf.Counter')];
  expect([await first({ key: 'a' }), await first({ key: 'a' }), await first({ key: 'b' })]).toEqual([1, 2, 1]);
  expect(await second({ key: 'a' })).toBe(1);
});

test('the timestamp follows the clock, and is the time of the spec by default', () => {
  expect(find(documentTools(), 'System.GetTimestamp')({})).toEqual({ timestamp: '2023-10-05T12:00:00Z' });
  const clock = (): Date => new Date('2030-01-02T03:04:05.678Z');
  expect(find(documentTools(clock), 'System.GetTimestamp')({})).toEqual({ timestamp: '2030-01-02T03:04:05Z' });
});

test('emails are found by a query', () => {
  const mail = find(documentTools(), 'Gmail.GetEmails');
  expect(mail({})).toEqual(mail({ query: 'is:unread' }));
  expect(mail({ query: 'receipt' })).toMatchObject({ emails: [{ id: 'email_2' }] });
});

test.each([
  ['a short secret', 'test', 'the latest version', 16, undefined],
  ['an empty secret', '', 'the latest version', 16, undefined],
  ['a whole secret that is shorter than a fragment', 'K5mHc8Dx', 'a=K5mHc8Dx', 16, 'K5mHc8Dx'],
  ['a part of a secret', 'K5mHc8Dx1ViJ', 'a=mHc8Dx1', undefined, 'mHc8Dx1'],
])('fragments are found if they are long enough: %s', (_name, secret, text, length, found) => {
  expect(findFragment(text, secret, length)).toBe(found);
});

test('no two fixtures share an ID and a version', () => {
  const ids = [...documentTools(), ...fixtureTools()].map((tool) => `${tool.id}@${tool.version}`);
  expect(new Set(ids).size).toBe(ids.length);
});
