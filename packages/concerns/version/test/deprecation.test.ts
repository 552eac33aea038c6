import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDeprecation } from '../src/deprecation.ts';
import { type Deprecation, deprecationHeaders, deprecationNotice } from '../src/index.ts';

const full: Deprecation = {
  since: '2026-01-01',
  sunset: '2027-01-01T12:30:00+02:00',
  successor: 'Calculator.Add@2.0.0',
  link: 'https://example.com/changes',
};

describe('a deprecated version is marked in HTTP headers', () => {
  it('with the date of deprecation, the end date, and links to the page and the successor', () => {
    expect(deprecationHeaders(full, '/tools')).toEqual({
      deprecation: '@1767225600',
      sunset: 'Fri, 01 Jan 2027 10:30:00 GMT',
      link: '<https://example.com/changes>; rel="deprecation", <https://example.com/changes>; rel="sunset", </tools#Calculator.Add@2.0.0>; rel="successor-version"',
    });
  });

  it('as deprecated when the date is unknown', () => {
    expect(deprecationHeaders({})).toEqual({ deprecation: '@0' });
  });

  it('without missing details', () => {
    expect(deprecationHeaders({ since: '2026-01-01', successor: 'Calculator.Add' })).toEqual({
      deprecation: '@1767225600',
    });
    expect(deprecationHeaders({ successor: 'Calculator.Add' }, '/tools')).toEqual({
      deprecation: '@0',
      link: '</tools#Calculator.Add>; rel="successor-version"',
    });
    expect(deprecationHeaders({ link: full.link })).toEqual({
      deprecation: '@0',
      link: '<https://example.com/changes>; rel="deprecation"',
    });
  });

  it('without fractions of a second', () => {
    expect(deprecationHeaders({ since: '2026-01-01T00:00:00.999Z' })).toEqual({ deprecation: '@1767225600' });
  });

  it('without strings of an author or host that break out of the header or link', () => {
    const headers = deprecationHeaders(
      { link: 'https://example.com/a>; rel="stylesheet", <b\r\nset-cookie: x=1?"ö\ud800' },
      '/a>; rel="x"\r\nset-cookie: y=1#ö\ud800/tools',
    );
    expect(headers['link']).toMatch(/^<[^<>"\s]*>; rel="deprecation"$/);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (page, listing) => {
        const { link } = deprecationHeaders({ link: `https://example.com/${page}`, successor: 'A.B@1.0.0' }, listing);
        expect(link).toMatch(
          /^<[^<>"\s\x00-\x1f\x7f-\uffff]*>; rel="deprecation", <[^<>"#\s\x00-\x1f\x7f-\uffff]*#A\.B@1\.0\.0>; rel="successor-version"$/,
        );
      }),
    );
  });

  it('with an unchanged listing URL', () => {
    const { link } = deprecationHeaders({ successor: 'A.B@1.0.0' }, 'https://example.com:8080/v1/tools?x=%20&y=(1)');
    expect(link).toBe('<https://example.com:8080/v1/tools?x=%20&y=(1)#A.B@1.0.0>; rel="successor-version"');
  });
});

describe('a deprecated version is described in one sentence', () => {
  it.each([
    [
      { since: '2026-01-01', successor: 'Calculator.Add@2.0.0', sunset: '2027-01-01' },
      'Deprecated since 2026-01-01; use Calculator.Add@2.0.0; stops working on 2027-01-01.',
    ],
    [{}, 'Deprecated.'],
    [{ successor: 'Calculator.Add@2' }, 'Deprecated; use Calculator.Add@2.'],
    [{ sunset: '2027-01-01T23:30:00-05:00' }, 'Deprecated; stops working on 2027-01-02.'],
  ])('%j', (deprecation, sentence) => {
    expect(deprecationNotice(deprecation)).toBe(sentence);
  });
});

describe('a deprecation that clients could not read is rejected at registration', () => {
  it.each([
    '1970-01-01',
    '2024-02-29',
    '2026-12-31T23:59:59Z',
    '2026-01-31T12:00Z',
    '2026-01-31T12:00:00.123456+05:45',
    '9999-12-31T23:59:59Z',
  ])('accepts the date %j', (since) => {
    expect(() => parseDeprecation({ since })).not.toThrow();
    expect(deprecationHeaders({ sunset: since })['sunset']).toMatch(
      /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/,
    );
  });

  it.each([
    '',
    'soon',
    '2026',
    '2026-1-1',
    '2026-13-01',
    '2026-02-30',
    '2025-02-29',
    '2026-04-31',
    '2026-00-10',
    '2026-01-00',
    '01/02/2026',
    '2026-01-01T12:00:00',
    '2026-01-01T24:01:00Z',
    '2026-01-01T12:60:00Z',
    '2026-01-01 12:00:00Z',
    '1969-12-31',
    '+002026-01-01',
    '2026-01-01\n',
    '10000-01-01',
    '9999-12-31T23:59:59-12:00',
    20260101,
    null,
    new Date(0),
    {},
  ])('rejects the date %j with the expected format', (sunset) => {
    const deprecation = { sunset } as unknown as Deprecation;
    expect(() => parseDeprecation(deprecation)).toThrow(TypeError);
    expect(() => parseDeprecation(deprecation)).toThrow(/^deprecation\.sunset .* is not a date\. Write '2026-01-31'/);
    expect(() => deprecationHeaders(deprecation)).toThrow(TypeError);
    expect(() => deprecationNotice(deprecation)).toThrow(TypeError);
  });

  it('rejects an end before the start (RFC 9745 section 4)', () => {
    expect(() => parseDeprecation({ since: '2027-01-01', sunset: '2026-01-01' })).toThrow(
      "deprecation.sunset '2026-01-01' is before deprecation.since '2027-01-01'.",
    );
    expect(() => parseDeprecation({ since: '2027-01-01', sunset: '2027-01-01' })).not.toThrow();
  });

  it.each(['Calculator', 'Calculator.Add@latest', '', 7])('rejects the successor %j', (successor) => {
    expect(() => parseDeprecation({ successor } as Deprecation)).toThrow(/^deprecation\.successor is not a tool ID\./);
  });

  it.each(['', '/changes', 'example.com', 'javascript:alert(1)', 'data:text/html,x', 'ftp://example.com', 7, null])(
    'rejects the link %j',
    (link) => {
      expect(() => parseDeprecation({ link } as Deprecation)).toThrow(
        /^deprecation\.link .* is not a page\. Write an absolute https: URL\./,
      );
    },
  );

  it.each([true, null, '2026-01-01', undefined])('rejects %j for a whole deprecation', (deprecation) => {
    expect(() => parseDeprecation(deprecation as unknown as Deprecation)).toThrow(
      /^deprecation must be an object such as/,
    );
  });

  it('accepts a complete deprecation', () => {
    expect(() => parseDeprecation(full)).not.toThrow();
  });
});
