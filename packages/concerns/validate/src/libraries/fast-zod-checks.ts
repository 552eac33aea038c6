import type { Draft } from '../json-schema/json.ts';
import { type Definition, hasOnly, type Part } from './fast-zod-schema.ts';

/** Returns the keyword of a limit, or `undefined` for any other check. */
type KeywordOf = (check: Definition) => string | undefined;

const inLength: KeywordOf = ({ check }) =>
  check === 'min_length' ? 'minLength' : check === 'max_length' ? 'maxLength' : undefined;
const inItems: KeywordOf = ({ check }) =>
  check === 'min_length' ? 'minItems' : check === 'max_length' ? 'maxItems' : undefined;
const inValue: KeywordOf = ({ check, inclusive }) =>
  check === 'greater_than'
    ? inclusive === true
      ? 'minimum'
      : 'exclusiveMinimum'
    : check === 'less_than'
      ? inclusive === true
        ? 'maximum'
        : 'exclusiveMaximum'
      : undefined;

/** Converts a string and its limits. */
export function writeString({ checks = none }: Definition): Draft | undefined {
  if (checks.length === 0) {
    return { type: 'string' };
  }
  const bounds = boundsOf(checks, inLength);
  return bounds && { type: 'string', ...bounds };
}

/** Converts the limits of an array. */
export function itemBounds({ checks = none }: Definition): Draft | undefined {
  return boundsOf(checks, inItems);
}

/** Converts a number or an integer and its limits, without the limits of all safe integers. */
export function writeNumber(def: Definition): Draft | undefined {
  const { checks = none } = def;
  if (checks.length === 0 && def.check === undefined) {
    return { type: 'number' };
  }
  const formats = [def, ...checks.map(({ _zod }) => _zod.def)].filter(isFormat);
  const bounds = boundsOf(
    checks.filter(({ _zod }) => !isFormat(_zod.def)),
    inValue,
  );
  if (bounds === undefined || !formats.every(({ format }) => format === 'safeint')) {
    return undefined;
  }
  return { type: formats.length === 0 ? 'number' : 'integer', ...bounds };
}

function isFormat({ check }: Definition): boolean {
  return check === 'number_format';
}

const none: readonly Part[] = [];

const checkNames: ReadonlySet<string> = new Set([
  'abort',
  'check',
  'error',
  'inclusive',
  'maximum',
  'minimum',
  'value',
  'when',
]);

/** Reads at most one lower and one upper limit, the lower first. Schemas with more limits are left to zod. */
function boundsOf(checks: readonly Part[], keywordOf: KeywordOf): Readonly<Record<string, number>> | undefined {
  let lower: Readonly<Record<string, number>> | undefined;
  let upper: Readonly<Record<string, number>> | undefined;
  for (const { _zod } of checks) {
    const { def } = _zod;
    const keyword = keywordOf(def);
    const bound = def['value'] ?? def['minimum'] ?? def['maximum'];
    if (keyword === undefined || !hasOnly(def, checkNames) || !isPlainBound(bound, keyword)) {
      return undefined;
    }
    const isLower = /^(?:min|exclusiveMin)/.test(keyword);
    if ((isLower ? lower : upper) !== undefined) {
      return undefined;
    }
    if (isLower) {
      lower = { [keyword]: bound };
    } else {
      upper = { [keyword]: bound };
    }
  }
  return { ...lower, ...upper };
}

/** Whether a length is a count, or a number is within the safe integers. */
function isPlainBound(bound: unknown, keyword: string): bound is number {
  return /Length|Items/.test(keyword)
    ? Number.isSafeInteger(bound) && (bound as number) >= 0
    : typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
}
