import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { encodeFailure, mapError, RetryableToolError, ToolError } from '../src/index.ts';

describe('encodeFailure', () => {
  it('encodes the error of example 6 of the call tool response, without can_retry', () => {
    const failure = mapError(
      new ToolError('Could not reach the server. Please try again later.', {
        developerMessage: 'The host api.example.com is not reachable (ECONNREFUSED)',
      }),
    );

    expect(JSON.stringify(encodeFailure(failure))).toBe(
      '{"message":"Could not reach the server. Please try again later.","developer_message":"The host api.example.com is not reachable (ECONNREFUSED)"}',
    );
  });

  it('encodes the error of example 7 exactly', () => {
    const failure = mapError(
      new RetryableToolError('Doorbell ID not found', {
        developerMessage: "The doorbell with ID 'doorbell1' does not exist.",
        additionalPromptContent: 'ids: doorbell42,doorbell84',
        retryAfterMs: 500,
      }),
    );

    expect(JSON.stringify(encodeFailure(failure))).toBe(
      `{"message":"Doorbell ID not found","developer_message":"The doorbell with ID 'doorbell1' does not exist.","can_retry":true,"additional_prompt_content":"ids: doorbell42,doorbell84","retry_after_ms":500}`,
    );
  });

  it('keeps an explicit false and a delay of zero', () => {
    expect(encodeFailure({ message: 'No', canRetry: false, retryAfterMs: 0 })).toStrictEqual({
      message: 'No',
      can_retry: false,
      retry_after_ms: 0,
    });
  });

  it('encodes valid JSON, even for a failure of another library (E34, E62)', () => {
    expect(encodeFailure({ message: '', retryAfterMs: 0.5 })).toStrictEqual({
      message: 'The tool failed unexpectedly.',
      retry_after_ms: 1,
    });
    expect(encodeFailure({ message: 'No', retryAfterMs: Number.NaN })).toStrictEqual({ message: 'No' });
  });

  it('works in the error handler of a server without other toolwire packages', async () => {
    const server = createServer((_request, response) => {
      try {
        throw new ToolError('No such doorbell', { canRetry: false });
      } catch (error) {
        response.end(JSON.stringify({ success: false, error: encodeFailure(mapError(error)) }));
      }
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    try {
      const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      expect(await answer.json()).toStrictEqual({
        success: false,
        error: { message: 'No such doorbell', can_retry: false },
      });
    } finally {
      server.close();
    }
  });
});
