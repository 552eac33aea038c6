import { type Definition, type Draft, hasOnly, type Part } from './simple-zod-parts.ts';

/** The keyword for the bound that a check sets; none for any other check. */
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

/** A text, with its bounds. */
export function writeString({ checks = none }: Definition): Draft | undefined {
  if (checks.length === 0) {
    return { type: 'string' };
  }
  const bounds = boundsOf(checks, inLength);
  return bounds && { type: 'string', ...bounds };
}

/** The bounds of a list. */
export function itemBounds({ checks = none }: Definition): Draft | undefined {
  return boundsOf(checks, inItems);
}

/** A number, or a whole one, with its bounds; those that all whole numbers have are not published. */
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

/** At most one bound on either side, the lower first; which of several holds is for zod to say. */
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

/** A length is a count; a number is no bound of all whole numbers, which are not published, and none beyond them. */
function isPlainBound(bound: unknown, keyword: string): bound is number {
  return /Length|Items/.test(keyword)
    ? Number.isSafeInteger(bound) && (bound as number) >= 0
    : typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
}
