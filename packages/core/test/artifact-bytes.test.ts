import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { bytesOf } from '../src/internal.ts';
import type { ArtifactBody } from '../src/tool/tool-result.ts';

async function readAll(body: ArtifactBody): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytesOf(body)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

async function* generate(chunks: readonly (string | Uint8Array)[]): AsyncGenerator<string | Uint8Array> {
  yield* chunks;
}

const wave = '👋';
const [high = '', low = ''] = wave.split('');

test.each<readonly [chunks: readonly (string | Uint8Array)[], text: string]>([
  [[], ''],
  [['', 'a', ''], 'a'],
  [['a', new Uint8Array([0x62]), 'c'], 'abc'],
  [[`a${high}`, `${low}b`], `a${wave}b`],
  [[high, '', low], wave],
  [[high], '\uFFFD'],
  [[high, new Uint8Array([0x62])], '\uFFFDb'],
  [[wave, wave], wave + wave],
])('the chunks %j are the text %j', async (chunks, text) => {
  expect(await readAll(chunks)).toBe(text);
  expect(await readAll(generate(chunks))).toBe(text);
});

test('a body may be one chunk', async () => {
  expect(await readAll(`a${wave}`)).toBe(`a${wave}`);
  expect(await readAll(new TextEncoder().encode(wave))).toBe(wave);
});
