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
export function writeString({ checks = [] }: Definition): Draft | undefined {
  const bounds = boundsOf(checks, inLength);
  return bounds && { type: 'string', ...bounds };
}

/** The bounds of a list. */
export function itemBounds({ checks = [] }: Definition): Draft | undefined {
  return boundsOf(checks, inItems);
}

/** A number, or a whole one, with its bounds; those that all whole numbers have are not published. */
export function writeNumber(def: Definition): Draft | undefined {
  const { checks = [] } = def;
  const isFormat = ({ check }: Definition): boolean => check === 'number_format';
  const formats = [def, ...checks.map(({ _zod }) => _zod.def)].filter(isFormat);
  const bounds = boundsOf(
    checks.filter(({ _zod }) => !isFormat(_zod.def)),
    inValue,
  );
  if (bounds === undefined || !formats.every(({ format }) => format === 'safeint')) {
    return undefined;
  }
  if (formats.length === 0) {
    return { type: 'number', ...bounds };
  }
  return Object.values(bounds).every(Number.isSafeInteger) ? { type: 'integer', ...bounds } : undefined;
}

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
    if (keyword === undefined || !hasOnly(def, checkNames) || typeof bound !== 'number' || !Number.isFinite(bound)) {
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
