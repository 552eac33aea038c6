import { describe, expect, test } from 'vitest';
import { invokeRequest, readInvoked } from '../src/target/arcade-call.ts';

const invoked = { status: 200, callId: 'call', attempts: 1 };

describe('A worker that needs the user to sign in', () => {
  const read = (requires_authorization: object): object =>
    readInvoked({ outputSchema: null }, { ...invoked, body: { success: true, output: { requires_authorization } } });

  test.each([
    [{ id: 'google', url: 'https://example.com/sign-in' }],
    [{ id: 'google', authorization_url: 'https://example.com/sign-in' }],
  ])('is reported with the page to sign in: %j', (needed) => {
    expect(read(needed)).toMatchObject({
      kind: 'refused',
      code: 'missing_requirements',
      ran: 'no',
      missing: { authorization: [{ id: 'google', url: 'https://example.com/sign-in' }] },
    });
  });

  test('is reported without a URL that does not open a page', () => {
    expect(read({ id: 'google', url: 'javascript:alert(1)' })).toHaveProperty('missing.authorization', [
      { id: 'google' },
    ]);
  });
});

test('A worker gets only the token of the provider that the tool requires', () => {
  const listed = {
    toolId: 'A.B',
    id: 'A.B',
    version: '',
    name: 'B',
    description: '',
    inputSchema: {},
    outputSchema: {},
  };
  const authorization = [
    { id: 'github', token: 'token of github' },
    { id: 'google', token: 'token of google' },
  ];
  const contextFor = (provider?: string): unknown => {
    const tool = provider === undefined ? listed : { ...listed, requirements: { authorization: [{ id: provider }] } };
    return invokeRequest({ tool, input: {}, attempts: 1, context: { authorization } })['context'];
  };
  expect(contextFor('google')).toEqual({ authorization: { token: 'token of google' }, secrets: [] });
  expect(contextFor('slack')).toEqual({ secrets: [] });
  expect(contextFor()).toEqual({ authorization: { token: 'token of github' }, secrets: [] });
});

describe('The response of a worker', () => {
  const read = (success: boolean, output: object): object =>
    readInvoked({ outputSchema: null }, { ...invoked, body: { success, output } });

  test('is a failure without the prefix of the worker', () => {
    const front = "[TOOL_RUNTIME_RETRY] RetryableToolError during execution of tool 't': ";
    const error = { message: `${front}Busy`, developer_message: `${front}disk 7`, can_retry: true };
    expect(read(false, { error })).toMatchObject({
      kind: 'failed',
      failure: { message: 'Busy', developerMessage: 'disk 7', canRetry: true },
    });
  });

  test('is a failure that cannot be retried, if the worker sent no error', () => {
    expect(read(false, {})).toMatchObject({
      kind: 'failed',
      failure: { message: 'The tool failed.', canRetry: false },
    });
  });

  test('is null if the worker sends an empty string for a tool that returns nothing (E57)', () => {
    expect(read(true, { value: '' })).toMatchObject({ kind: 'value', value: null });
  });

  test('is an artifact', () => {
    const artifact = { url: 'https://example.com/a.csv', content_type: 'text/csv', size: 4 };
    expect(read(true, { artifact })).toMatchObject({ kind: 'value', value: { artifact } });
  });
});
