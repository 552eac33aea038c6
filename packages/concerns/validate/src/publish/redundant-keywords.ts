import { isPlainString, mapSchemas, matchesPattern } from '@toolwire/internal/json-schema';
import type { JsonSchema } from '../json-schema/json.ts';

/** Removes constraints that models don't need. The library that wrote them still checks them. */
export function removeRedundantKeywords(schema: JsonSchema): JsonSchema {
  return mapSchemas(schema, withoutRedundantKeywords);
}

function withoutRedundantKeywords(schema: JsonSchema): JsonSchema {
  const draft: Record<string, unknown> = { ...schema };
  removeRedundantPattern(draft);
  if (draft['minimum'] === Number.MIN_SAFE_INTEGER) {
    delete draft['minimum'];
  }
  if (draft['maximum'] === Number.MAX_SAFE_INTEGER) {
    delete draft['maximum'];
  }
  if (isPlainString(draft['propertyNames'])) {
    delete draft['propertyNames'];
  }
  return draft;
}

/** Removes a pattern that accepts the examples of its format. A pattern that only requires UTC is shortened. */
function removeRedundantPattern(draft: Record<string, unknown>): void {
  const { format, pattern } = draft;
  const examples = typeof format === 'string' ? examplesOf.get(format) : undefined;
  if (typeof pattern !== 'string' || examples === undefined) {
    return;
  }
  const rejected = examples.filter((example) => matchesPattern(pattern, example) !== true);
  if (rejected.length === 0) {
    delete draft['pattern'];
  } else if (format === 'date-time' && rejected.every((example) => !example.endsWith('Z'))) {
    draft['pattern'] = 'Z$';
  }
}

// Valid values of each format, which the patterns of libraries accept and stricter patterns reject. They are short, because an
// author's pattern may be slow.
const examplesOf: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'date-time',
    [
      '2026-01-31T12:00:00Z',
      '1999-12-01T23:59:59.000Z',
      '2024-02-29T00:00:00.123456Z',
      '2026-01-31T12:00:00+02:00',
      '1999-12-01T23:59:59.5-11:30',
    ],
  ],
  ['date', ['2026-01-31', '1999-12-01', '2024-02-29']],
  ['time', ['12:00:00Z', '23:59:59.123Z', '00:00:00+02:00']],
  ['duration', ['PT15M', 'P1Y2M3DT4H5M6S', 'P3W']],
  ['email', ['a@b.co', 'Ann.Lee+1@mail-2.b.org', 'bob_7@example.museum']],
  ['hostname', ['localhost', 'api-2.Example.org']],
  ['ipv4', ['0.0.0.0', '192.168.1.10', '255.255.255.255']],
  ['ipv6', ['::', 'FE80::1', '2001:db8:0:0:0:0:0:1']],
  ['uri', ['https://example.com/a?b=1', 'http://127.0.0.1:80', 'mailto:ann@example.org']],
  // Without a version.
  ['uuid', ['00000000-0000-0000-0000-000000000001', 'F81D4FAE-7DEC-91D0-07AB-00A0C91E6BF6']],
]);
