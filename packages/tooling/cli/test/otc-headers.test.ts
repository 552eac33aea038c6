import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { commands } from '../src/command-line/commands.ts';
import { parseArguments } from '../src/command-line/parse-arguments.ts';
import { connectionSettings } from '../src/target/connection-settings.ts';
import { otcHeaders } from '../src/target/credentials.ts';

const secret = 'a-secret-of-the-tests-0123456789';

function headersFor(...typed: readonly string[]): Readonly<Record<string, string>> {
  const command = commands.find(({ name }) => name === 'record');
  if (command === undefined) throw new Error('There is no record.');
  const ignore = (): void => undefined;
  const { signal } = new AbortController();
  const terminal = { write: ignore, note: ignore, columns: undefined, hasColor: false, environment: {}, signal };
  return otcHeaders(connectionSettings(parseArguments(command, typed), terminal));
}

it('The recorder signs a token for each request with --jwt-secret', () => {
  const { authorization = '' } = headersFor('--jwt-secret', secret, '--api-key', 'key');
  const [, header, claims = '', signature] = /^Bearer (\S+)\.(\S+)\.(\S+)$/.exec(authorization) ?? [];
  expect(signature).toBe(createHmac('sha256', secret).update(`${header}.${claims}`).digest('base64url'));
  const { exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { readonly exp: number };
  expect(exp).toBeGreaterThan(Date.now() / 1000);
});

it('The recorder sends a token, or else an API key, or nothing', () => {
  expect(headersFor('--token', 'token', '--api-key', 'key')).toEqual({ authorization: 'Bearer token' });
  expect(headersFor('--api-key', 'key')).toEqual({ 'otc-api-key': 'key' });
  expect(headersFor()).toEqual({});
});
