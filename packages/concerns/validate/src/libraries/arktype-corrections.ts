import { mapSchemas } from '@toolwire/internal/json-schema';
import { type Draft, isObject, type JsonSchema, own } from '../json-schema/json.ts';
import type { Expression } from '../regex-cost/parse-expression.ts';
import { halveMinLength, removeFlaggedPattern } from './shared-corrections.ts';
import type { Direction } from './standard-schema.ts';
import { unrepresentableMarkOf } from './unrepresentable-types.ts';

/** Removes what arktype writes but doesn't enforce (OTC-RESP-05). Arktype 2.2.9 has no hook for patterns and lengths. */
export function correctArktype(source: unknown, written: unknown, direction: Direction): unknown {
  const expressions = [...expressionsOf((source as { readonly json?: unknown } | undefined)?.json)];

  function correct(schema: JsonSchema): JsonSchema {
    const draft: Draft = { ...schema };
    for (const expression of expressions) {
      removeFlaggedPattern(draft, expression);
    }
    if (direction === 'output') {
      halveMinLength(draft);
    }
    return draft;
  }

  return isObject(written) ? mapSchemas(written, correct) : written;
}

/** The regular expressions, with flags, in arktype's internal form of a schema. */
function* expressionsOf(node: unknown): Iterable<Expression> {
  if (typeof node !== 'object' || node === null) {
    return;
  }
  const { rule, flags } = node as { readonly rule?: unknown; readonly flags?: unknown };
  if (typeof rule === 'string') {
    yield { source: rule, flags: typeof flags === 'string' ? flags : '' };
  }
  for (const part of Object.values(node)) {
    yield* expressionsOf(part);
  }
}

interface ArktypeContext {
  readonly base: object;
  readonly domain?: unknown;
  readonly proto?: unknown;
  readonly unit?: unknown;
}

/** The options of an arktype conversion, which mark types that JSON can't represent. */
export const arktypeMarking: Readonly<Record<string, unknown>> = {
  fallback: {
    date: ({ base }: ArktypeContext): object => ({ ...base, ...unrepresentableMarkOf('date') }),
    domain: ({ base, domain }: ArktypeContext): object => ({ ...base, ...unrepresentableMarkOf(String(domain)) }),
    proto: ({ base, proto }: ArktypeContext): object => ({ ...base, ...unrepresentableMarkOf(nameOf(proto)) }),
    unit: ({ base, unit }: ArktypeContext): object => ({ ...base, ...unrepresentableMarkOf(typeOfLiteral(unit)) }),
  },
};

function typeOfLiteral(value: unknown): string {
  return value instanceof Date ? 'date' : typeof value;
}

function nameOf(proto: unknown): string {
  const name: unknown = typeof proto === 'function' ? proto.name : own(proto, 'name');
  return typeof name === 'string' ? name.toLowerCase() : 'custom';
}
