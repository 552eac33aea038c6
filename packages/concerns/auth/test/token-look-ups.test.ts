import { expect, test } from 'vitest';
import type { IntrospectionAnswer } from '../src/introspection-answer.ts';
import { KeptAnswers } from '../src/kept-answers.ts';
import { createTokenLookUps } from '../src/token-look-ups.ts';

/** Remembers by which keys it was asked. */
class WatchedAnswers extends KeptAnswers {
  readonly keys: string[] = [];

  override find(hash: string) {
    this.keys.push(hash);
    return super.find(hash);
  }

  override keep(hash: string, answer: IntrospectionAnswer): void {
    this.keys.push(hash);
    super.keep(hash, answer);
  }
}

test('answers are kept by the SHA-256 of the token, and never by the token', async () => {
  const kept = new WatchedAnswers(1000, 10);
  const lookUp = createTokenLookUps(async () => ({ sub: 'ada' }), kept);
  await lookUp('opaque');
  await lookUp('another');
  const [one, other] = ['bSKYhMEmi7CrMtjaMV0P5S+RRyKL2DCje8n7KKlUlA0=', 'rkSKyGxOjk3sZFcpcI70GHOuecbf+E7/czYJiUh/COU='];
  expect(kept.keys).toEqual([one, one, other, other]);
});
