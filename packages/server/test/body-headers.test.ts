import { describe, expect, test } from 'vitest';
import { mediaTypeProblem } from '../src/http/json-request.ts';

describe('the media type of a body (CASE-22)', () => {
  test.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json;',
    'application/vnd.otc+json',
    'application/json-seq+json',
    'application/a+b+json',
    ' application/json ;charset = utf-8 ; ',
    'application/json; profile="a; charset=latin1, b"; charset=utf8',
    'application/json; profile="a \\" b"',
  ])('%j is JSON', (contentType) => {
    expect(mediaTypeProblem(contentType, undefined)).toBeUndefined();
  });

  test.each([
    undefined,
    '',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain; a=application/json',
    'application/jsonp',
    'application/json+xml',
    'application/a+jsonp',
    'application/json, application/json',
    'application/json; charset=utf-8, text/plain',
    'application/json; charset=latin1',
    'application/json; charset=utf-16',
    'application/json; profile="a"; charset="utf-16"',
    'application/json; profile="a',
    'application/json charset=utf-8',
    'application/json; charset=utf-8; text plain',
  ])('%j is refused with a reason', (contentType) => {
    expect(mediaTypeProblem(contentType, undefined)).toMatch(/^(Send|The) /);
  });

  test('a body must come without a Content-Encoding', () => {
    expect(mediaTypeProblem('application/json', 'identity')).toBeUndefined();
    expect(mediaTypeProblem('application/json', 'gzip')).toContain('Content-Encoding');
  });
});
