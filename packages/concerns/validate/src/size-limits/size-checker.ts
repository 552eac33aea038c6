import { countCodePoints, jsonType } from '@toolwire/internal/json-schema';
import { maxSteps } from '../regex-cost/pattern-costs.ts';
import type { SizeLimits } from './size-limits.ts';

/** Result bits: the value has another type, it is too large, or a pattern must not run on it. */
export type Finding = number;
export const wrongKind = 1;
export const tooLarge = 2;
export const patternBlocked = 4;
/** A pattern would take too long, so no branch of a union may run it, not even a branch for other values. */
export const patternTooSlow = 8;
export const exceedsLimit: Finding = tooLarge | patternBlocked | patternTooSlow;
const ofPatterns = patternBlocked | patternTooSlow;

/** Checks the sizes of values and the cost of patterns, without running any pattern. */
export class SizeChecker {
  /** The remaining step budget for the patterns of this input. */
  stepsLeft: number = maxSteps;
  private shared: Map<SizeLimits, Map<object, Finding>> | undefined;

  /** Whether a value is within all limits, including the pattern budget. */
  holds(limits: SizeLimits, value: unknown): boolean {
    return (this.look(limits, value) & exceedsLimit) === 0 && this.stepsLeft >= 0;
  }

  /** Checks a value and its parts. */
  look(limits: SizeLimits, value: unknown): Finding {
    if (limits.isSingle) {
      return typeof value === 'string' ? this.text(limits, value) : this.lookInside(limits, value);
    }
    if (!limits.isShared || typeof value !== 'object' || value === null) {
      return this.lookAgain(limits, value);
    }
    this.shared ??= new Map();
    const known = this.shared.get(limits) ?? new Map<object, Finding>();
    this.shared.set(limits, known);
    const finding = known.get(value) ?? this.lookAgain(limits, value);
    known.set(value, finding);
    return finding;
  }

  private lookAgain(limits: SizeLimits, value: unknown): Finding {
    let found = this.lookInside(limits, value);
    for (const other of limits.all) found |= this.look(other, value);
    for (const union of limits.unions) found |= this.lookUnion(union, value);
    for (const condition of limits.conditions) found |= this.look(condition, value) & ofPatterns;
    // A library that accepts more isn't held to the published types and sizes, but its patterns run all the same.
    return limits.acceptsMore ? found & ofPatterns : found;
  }

  private lookInside(limits: SizeLimits, value: unknown): Finding {
    const found = this.lookHere(limits, value);
    if (typeof value !== 'object' || value === null) {
      return found;
    }
    return found | (Array.isArray(value) ? this.items(limits, value) : this.fields(limits, value as Fields));
  }

  /** Checks only the value itself. */
  lookHere(limits: SizeLimits, value: unknown): Finding {
    if (typeof value === 'string') {
      return this.text(limits, value);
    }
    let found = isFit(limits, value) ? 0 : wrongKind;
    if (Array.isArray(value)) {
      found |= value.length > limits.maxItems ? tooLarge : 0;
      if (limits.acceptsMore && limits.patterns !== undefined) {
        // It may be converted to a string, for example by `z.coerce.string()`.
        found |= this.text(limits, joined(value));
      }
    } else if (limits.maxProperties !== Number.POSITIVE_INFINITY && typeof value === 'object' && value !== null) {
      found |= Object.keys(value).length > limits.maxProperties ? tooLarge : 0;
    }
    return found;
  }

  private text(limits: SizeLimits, text: string): Finding {
    let found = isFit(limits, text) ? 0 : wrongKind;
    if (text.length > limits.maxLength && isLonger(text, limits.maxLength)) {
      found |= tooLarge;
    }
    const { patterns } = limits;
    if (patterns !== undefined) {
      if (text.length > patterns.longestRun && isLonger(text, patterns.longestRun)) {
        return found | patternBlocked | patternTooSlow;
      }
      if (text.length > patterns.longestText && isLonger(text, patterns.longestText)) {
        found |= patternBlocked;
      }
      for (let index = 0; index < patterns.steps.length; index += 1) {
        this.stepsLeft -= patterns.steps[index]?.(text.length) ?? 0;
      }
    }
    return found;
  }

  private items(limits: SizeLimits, items: readonly unknown[]): Finding {
    const { prefixItems, items: others, itemConditions } = limits;
    if (prefixItems.length === 0 && others === undefined && itemConditions.length === 0) {
      return 0;
    }
    let found = 0;
    for (let index = 0; index < items.length; index += 1) {
      const item = index < prefixItems.length ? prefixItems[index] : others;
      if (item !== undefined) found |= this.look(item, items[index]);
      for (let at = 0; at < itemConditions.length; at += 1) {
        found |= this.look(itemConditions[at] as SizeLimits, items[index]) & ofPatterns;
      }
    }
    return found;
  }

  private fields(limits: SizeLimits, fields: Fields): Finding {
    let found = 0;
    // Index loops, because this runs for every call.
    for (let index = 0; index < limits.properties.length; index += 1) {
      const [name, property] = limits.properties[index] as Named;
      const value = fields[name];
      // Functions are inherited, such as `constructor`.
      if (value !== undefined && typeof value !== 'function') found |= this.look(property, value);
    }
    for (let index = 0; index < limits.dependent.length; index += 1) {
      const [name, dependent] = limits.dependent[index] as Named;
      if (Object.hasOwn(fields, name)) found |= this.look(dependent, fields);
    }
    if (limits.names !== undefined || limits.otherProperties !== undefined) {
      for (const name of Object.keys(fields)) found |= this.field(limits, name, fields);
    }
    return found;
  }

  private field(limits: SizeLimits, name: string, fields: Fields): Finding {
    const found = limits.names === undefined ? 0 : this.look(limits.names, name);
    if ((found & exceedsLimit) !== 0) {
      return found;
    }
    return limitsOfOtherField(limits, name).reduce((all, other) => all | this.look(other, fields[name]), found);
  }

  /**
   * Only the branches that may match count; where no branch may match, all count. A pattern that takes too long counts in every
   * branch, because libraries and validators run the patterns of branches that don't match.
   */
  lookUnion(union: readonly SizeLimits[], value: unknown): Finding {
    let all = 0;
    let ofFitting = 0;
    let isFitting = false;
    let isWithin = false;
    for (const branch of union) {
      const found = this.look(branch, value);
      all |= found;
      if ((found & wrongKind) === 0) {
        isFitting = true;
        isWithin ||= (found & tooLarge) === 0;
        ofFitting |= found & patternBlocked;
      }
    }
    return isFitting ? ofFitting | (all & patternTooSlow) | (isWithin ? 0 : tooLarge) : all | wrongKind;
  }
}

type Fields = Readonly<Record<string, unknown>>;
type Named = readonly [name: string, limits: SizeLimits];

/** The limits of a field from `patternProperties` and `additionalProperties`. */
export function limitsOfOtherField(limits: SizeLimits, name: string): readonly SizeLimits[] {
  const { patternProperties, otherProperties, declared } = limits;
  const matching = patternProperties.filter(([pattern]) => pattern.test(name));
  if (matching.length > 0) {
    return matching.flatMap(([, other]) => other ?? []);
  }
  return otherProperties === undefined || declared.has(name) ? [] : [otherProperties];
}

function isFit({ types, choices, acceptsMore }: SizeLimits, value: unknown): boolean {
  if (acceptsMore) {
    return true;
  }
  const isOfTypes =
    types === undefined ||
    types.includes(jsonType(value)) ||
    (typeof value === 'number' && Number.isInteger(value) && types.includes('integer'));
  return isOfTypes && (choices === undefined || typeof value === 'object' || choices.has(value));
}

/** Joins an array as JavaScript converts it to a string. */
function joined(items: readonly unknown[]): string {
  return items
    .map((item) => {
      if (typeof item === 'string') return item;
      if (Array.isArray(item)) return joined(item);
      return typeof item === 'object' ? '[object Object]' : JSON.stringify(item);
    })
    .join(',');
}

/** Whether a text has more than `max` code points. */
function isLonger(text: string, max: number): boolean {
  return text.length > 2 * max || countCodePoints(text) > max;
}
