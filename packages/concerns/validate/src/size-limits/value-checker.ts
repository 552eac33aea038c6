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
export const patternFindings: Finding = patternBlocked | patternTooSlow;

/** Checks the size of a value and the cost of its patterns, without its parts and without running any pattern. */
export class ValueChecker {
  /** The remaining step budget for the patterns of this input. */
  stepsLeft: number = maxSteps;

  /** Checks only the value itself. */
  checkValue(limits: SizeLimits, value: unknown): Finding {
    if (typeof value === 'string') {
      return this.checkText(limits, value);
    }
    let finding = hasAllowedType(limits, value) ? 0 : wrongKind;
    if (Array.isArray(value)) {
      finding |= value.length > limits.maxItems ? tooLarge : 0;
      if (limits.acceptsMore && limits.patterns !== undefined) {
        // It may be converted to a string, for example by `z.coerce.string()`.
        finding |= this.checkText(limits, joinItems(value));
      }
    } else if (limits.maxProperties !== Number.POSITIVE_INFINITY && typeof value === 'object' && value !== null) {
      finding |= Object.keys(value).length > limits.maxProperties ? tooLarge : 0;
    }
    return finding;
  }

  protected checkText(limits: SizeLimits, text: string): Finding {
    let finding = hasAllowedType(limits, text) ? 0 : wrongKind;
    if (text.length > limits.maxLength && isLonger(text, limits.maxLength)) {
      finding |= tooLarge;
    }
    const { patterns } = limits;
    if (patterns !== undefined) {
      if (text.length > patterns.longestInTime && isLonger(text, patterns.longestInTime)) {
        return finding | patternBlocked | patternTooSlow;
      }
      if (text.length > patterns.allowedLength && isLonger(text, patterns.allowedLength)) {
        finding |= patternBlocked;
      }
      for (let index = 0; index < patterns.steps.length; index += 1) {
        this.stepsLeft -= patterns.steps[index]?.(text.length) ?? 0;
      }
    }
    return finding;
  }
}

function hasAllowedType({ types, choices, acceptsMore }: SizeLimits, value: unknown): boolean {
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
function joinItems(items: readonly unknown[]): string {
  return items
    .map((item) => {
      if (typeof item === 'string') return item;
      if (Array.isArray(item)) return joinItems(item);
      if (item === null) return '';
      return typeof item === 'object' ? '[object Object]' : JSON.stringify(item);
    })
    .join(',');
}

/** Whether a text has more than `max` code points. */
function isLonger(text: string, max: number): boolean {
  return text.length > 2 * max || countCodePoints(text) > max;
}
