import { describe, expect, test } from 'vitest';
import { maskCredentials, maskRequest } from '../src/page/mask-request.ts';
import { createSecretFilter } from '../src/page/secrets.ts';

describe('the secrets of a page', () => {
  test('are hidden in values in any context, and short secrets if they are the whole value', () => {
    const filter = createSecretFilter(['open sesame', '42']);
    expect(filter.hasSecrets).toBe(true);
    expect(filter.maskValue({ pin: '42', n: 42, text: 'say open sesame', list: ['142'], no: null })).toEqual({
      pin: '[masked]',
      n: '[masked]',
      text: 'say [masked]',
      list: ['142'],
      no: null,
    });
  });

  test('are not assumed in a null', () => {
    expect(createSecretFilter(['open sesame']).maskValue(null)).toBeNull();
  });

  test('are hidden in strings, which may contain JSON', () => {
    const filter = createSecretFilter(['open sesame', '42']);
    expect(filter.maskText('{"pin":"42","a":[1]}')).toBe('{"pin":"[masked]","a":[1]}');
    expect(filter.maskText('data: {"pin":"open sesame"}')).toBe('data: {"pin":"[masked]"}');
  });

  test('do not exist by default: every byte stays as it is', () => {
    const filter = createSecretFilter([]);
    expect(filter.hasSecrets).toBe(false);
    expect(filter.maskText('{ "a" : 1 }')).toBe('{ "a" : 1 }');
  });
});

const request = {
  number: 1,
  method: 'POST',
  url: '/mcp',
  requestHeaders: {},
  requestBody: '',
  responseBody: '',
};

describe('the request log of the inspector', () => {
  test('masks a short secret that is a whole header, and a longer one inside a header', () => {
    const requestHeaders = { 'mcp-param-pin': '42', 'mcp-param-note': 'say open sesame', 'mcp-param-n': '142' };
    const masked = maskRequest({ ...request, requestHeaders }, ['42', 'open sesame'], {});
    expect(masked.requestHeaders.split('\n')).toEqual([
      'mcp-param-pin: [masked]',
      'mcp-param-note: say [masked]',
      'mcp-param-n: 142',
    ]);
  });

  test('masks nothing if the credentials have a scheme and no value', () => {
    const { requestBody } = maskRequest({ ...request, requestBody: '{"note":""}' }, [], { authorization: 'Bearer ' });
    expect(requestBody).toBe('{"note":""}');
  });

  test('masks headers with the name of a credential, but names the own credentials', () => {
    const credentials = { authorization: 'Bearer key-of-ada' };
    const masked = maskRequest(
      {
        ...request,
        requestHeaders: { ...maskCredentials(credentials), 'x-api-key': 'other' },
        responseHeaders: [
          ['content-type', 'application/json'],
          ['mcp-session-id', 'session'],
          ['x-echo', 'Bearer key-of-ada'],
          ['x-token-of', 'key-of-ada'],
        ],
        responseBody: 'invalid key: key-of-ada',
      },
      [],
      credentials,
    );
    expect(masked.requestHeaders).toBe('authorization: [your credentials]\nx-api-key: [masked]');
    expect(masked.responseHeaders.split('\n')).toEqual([
      'content-type: application/json',
      'mcp-session-id: [masked]',
      'x-echo: [masked]',
      'x-token-of: [masked]',
    ]);
    expect(masked.responseBody).toBe('invalid key: [masked]');
  });

  test('masks secrets in the query of a URL, in any encoding', () => {
    const url = '/tools/call?access_token=abc&pin=42&note=open%20sesame&page=2';
    expect(maskRequest({ ...request, url }, ['42', 'open sesame'], {}).url).toBe(
      '/tools/call?access_token=[masked]&pin=[masked]&note=[masked]&page=2',
    );
    expect(maskRequest({ ...request, url: '/a?next=a%2Fb' }, [], {}).url).toBe('/a?next=a%2Fb');
  });
});
