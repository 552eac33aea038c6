import type { SizeLimits } from './size-limits.ts';
import {
  exceedsLimit,
  type Finding,
  patternBlocked,
  patternFindings,
  patternTooSlow,
  tooLarge,
  ValueChecker,
  wrongKind,
} from './value-checker.ts';

/** Checks the sizes of a value and its parts, and the cost of their patterns, without running any pattern. */
export class SizeChecker extends ValueChecker {
  /**
   * The findings of the schemas that references lead to, by value. Without them, several references to a recursive schema
   * would double the work with each level of the value. The steps of its patterns are counted in the first check only.
   */
  private shared: Map<SizeLimits, Map<object, Finding>> | undefined;

  /** Whether a value is within all limits, including the pattern budget. */
  isWithinLimits(limits: SizeLimits, value: unknown): boolean {
    return (this.check(limits, value) & exceedsLimit) === 0 && this.stepsLeft >= 0;
  }

  /** Checks a value and its parts. */
  check(limits: SizeLimits, value: unknown): Finding {
    if (limits.isSingle) {
      return typeof value === 'string' ? this.checkText(limits, value) : this.checkWithParts(limits, value);
    }
    if (!limits.isShared || typeof value !== 'object' || value === null) {
      return this.checkAll(limits, value);
    }
    this.shared ??= new Map();
    const known = this.shared.get(limits) ?? new Map<object, Finding>();
    this.shared.set(limits, known);
    const finding = known.get(value) ?? this.checkAll(limits, value);
    known.set(value, finding);
    return finding;
  }

  private checkAll(limits: SizeLimits, value: unknown): Finding {
    let finding = this.checkWithParts(limits, value);
    for (const other of limits.all) finding |= this.check(other, value);
    for (const union of limits.unions) finding |= this.checkUnion(union, value);
    for (const condition of limits.conditions) finding |= this.check(condition, value) & patternFindings;
    // A library that accepts more isn't held to the published types and sizes, but its patterns run all the same.
    return limits.acceptsMore ? finding & patternFindings : finding;
  }

  private checkWithParts(limits: SizeLimits, value: unknown): Finding {
    const finding = this.checkValue(limits, value);
    if (typeof value !== 'object' || value === null) {
      return finding;
    }
    return (
      finding | (Array.isArray(value) ? this.checkItems(limits, value) : this.checkFields(limits, value as Fields))
    );
  }

  private checkItems(limits: SizeLimits, items: readonly unknown[]): Finding {
    const { prefixItems, items: others, itemConditions } = limits;
    if (prefixItems.length === 0 && others === undefined && itemConditions.length === 0) {
      return 0;
    }
    let finding = 0;
    for (let index = 0; index < items.length; index += 1) {
      const item = index < prefixItems.length ? prefixItems[index] : others;
      if (item !== undefined) finding |= this.check(item, items[index]);
      for (let position = 0; position < itemConditions.length; position += 1) {
        finding |= this.check(itemConditions[position] as SizeLimits, items[index]) & patternFindings;
      }
    }
    return finding;
  }

  private checkFields(limits: SizeLimits, fields: Fields): Finding {
    let finding = 0;
    // Index loops, because this runs for every call.
    for (let index = 0; index < limits.properties.length; index += 1) {
      const [name, property] = limits.properties[index] as Named;
      const value = fields[name];
      // Functions are inherited, such as `constructor`.
      if (value !== undefined && typeof value !== 'function') finding |= this.check(property, value);
    }
    for (let index = 0; index < limits.dependent.length; index += 1) {
      const [name, dependent] = limits.dependent[index] as Named;
      if (Object.hasOwn(fields, name)) finding |= this.check(dependent, fields);
    }
    if (checksFieldNames(limits)) {
      for (const name of Object.keys(fields)) finding |= this.checkField(limits, name, fields);
    }
    return finding;
  }

  private checkField(limits: SizeLimits, name: string, fields: Fields): Finding {
    const finding = limits.names === undefined ? 0 : this.check(limits.names, name);
    if ((finding & exceedsLimit) !== 0) {
      return finding;
    }
    const others = limitsOfOtherField(limits, name).reduce(
      (all, other) => all | this.check(other, fields[name]),
      finding,
    );
    return conditionsOfField(limits, name).reduce(
      (all, condition) => all | (this.check(condition, fields[name]) & patternFindings),
      others,
    );
  }

  /**
   * Only the branches that may match count; where no branch may match, all count. A pattern that takes too long counts in every
   * branch, because libraries and validators run the patterns of branches that don't match.
   */
  checkUnion(union: readonly SizeLimits[], value: unknown): Finding {
    let all = 0;
    let ofMatching = 0;
    let hasMatching = false;
    let isWithin = false;
    for (const branch of union) {
      const finding = this.check(branch, value);
      all |= finding;
      if ((finding & wrongKind) === 0) {
        hasMatching = true;
        isWithin ||= (finding & tooLarge) === 0;
        ofMatching |= finding & patternBlocked;
      }
    }
    if (!hasMatching) {
      return all | wrongKind;
    }
    const blocked = ofMatching | (all & patternTooSlow);
    return isWithin ? blocked : blocked | tooLarge;
  }
}

type Fields = Readonly<Record<string, unknown>>;
type Named = readonly [name: string, limits: SizeLimits];

/** Whether the limits of fields depend on names outside `properties`. */
export function checksFieldNames({ names, otherProperties, fieldConditions }: SizeLimits): boolean {
  return names !== undefined || otherProperties !== undefined || fieldConditions.length > 0;
}

/** The conditions on a field that no schema is certain to name. */
export function conditionsOfField(limits: SizeLimits, name: string): readonly SizeLimits[] {
  const { fieldConditions, declared, patternProperties } = limits;
  const isNamed = declared.has(name) || patternProperties.some(([pattern]) => pattern.test(name));
  return isNamed ? [] : fieldConditions;
}

/** The limits of a field from `patternProperties` and `additionalProperties`. */
export function limitsOfOtherField(limits: SizeLimits, name: string): readonly SizeLimits[] {
  const { patternProperties, otherProperties, declared } = limits;
  const matching = patternProperties.filter(([pattern]) => pattern.test(name));
  if (matching.length > 0) {
    return matching.flatMap(([, other]) => other ?? []);
  }
  return otherProperties === undefined || declared.has(name) ? [] : [otherProperties];
}
