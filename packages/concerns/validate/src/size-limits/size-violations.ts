import { type KeywordProblem, keywordProblems } from '../explain/keyword-problems.ts';
import type { PathSegment } from '../json-schema/json.ts';
import { maxSteps } from '../regex-cost/pattern-costs.ts';
import { checksFieldNames, conditionsOfField, limitsOfOtherField, SizeChecker } from './size-checker.ts';
import type { SizeLimits } from './size-limits.ts';
import { exceedsLimit, patternBlocked, patternTooSlow, tooLarge, wrongKind } from './value-checker.ts';

/** A part of a value that is too large, or too long for a pattern. */
export interface Violation {
  readonly path: readonly PathSegment[];
  readonly problem: KeywordProblem;
}

const maxViolations = 100;

/** Finds the parts of a value that exceed a limit, at least one and at most 100. `SizeChecker` has found that there is one. */
export function violationsOf(limits: SizeLimits, value: unknown): readonly Violation[] {
  const search = new ViolationSearch();
  search.searchValue(limits, value, []);
  return search.violations.length > 0 ? search.violations : [{ path: [], problem: overBudget }];
}

const overBudget: KeywordProblem = { text: 'Is too long to be checked together with the other values' };

class ViolationSearch {
  readonly violations: Violation[] = [];
  readonly #checker = new SizeChecker();
  /** Whether the search is in a branch that doesn't match: only the time of patterns counts there. */
  #isInOtherBranch = false;

  searchValue(limits: SizeLimits, value: unknown, path: readonly PathSegment[]): void {
    if (this.#isFull()) {
      return;
    }
    const problem = this.#problemOf(limits, value);
    if (problem !== undefined) {
      this.#add(path, problem);
      return;
    }
    for (const other of limits.all) this.searchValue(other, value, path);
    for (const union of limits.unions) this.#searchUnion(union, value, path);
    this.#searchConditions(limits.conditions, value, path);
    if (Array.isArray(value)) {
      this.#searchItems(limits, value, path);
    } else if (typeof value === 'object' && value !== null) {
      this.#searchFields(limits, value as Readonly<Record<string, unknown>>, path);
    }
  }

  #isFull(): boolean {
    return this.violations.length >= maxViolations;
  }

  #add(path: readonly PathSegment[], problem: KeywordProblem): void {
    if (!this.#isFull()) this.violations.push({ path, problem });
  }

  #problemOf(limits: SizeLimits, value: unknown): KeywordProblem | undefined {
    const before = this.#checker.stepsLeft;
    const finding = this.#checker.checkValue(limits, value);
    if (this.#isInOtherBranch && (finding & patternTooSlow) === 0) {
      return undefined;
    }
    if ((finding & patternBlocked) !== 0) {
      const { longestInTime, allowedLength } = limits.patterns ?? {};
      const [problem] = keywordProblems({ maxLength: this.#isInOtherBranch ? longestInTime : allowedLength }, value);
      return problem ?? { text: 'Is too long' };
    }
    if ((finding & tooLarge) !== 0 && !limits.acceptsMore) {
      const { maxLength, maxItems, maxProperties } = limits;
      return keywordProblems({ maxLength, maxItems, maxProperties }, value)[0];
    }
    return this.#checker.stepsLeft < 0 && this.#checker.stepsLeft < before ? overBudget : undefined;
  }

  /**
   * Searches one branch of a union that exceeds its limits: preferably a branch for values of this type. A branch for other values
   * is searched only where no other branch exceeds a limit. If the value has a matching branch, then only the time of patterns in this
   * branch made the union exceed, because validators run the patterns of all branches.
   */
  #searchUnion(union: readonly SizeLimits[], value: unknown, path: readonly PathSegment[]): void {
    const probe = new SizeChecker();
    const unionFinding = probe.checkUnion(union, value);
    if ((unionFinding & exceedsLimit) === 0) {
      // The steps of its patterns still count.
      this.#checker.stepsLeft -= maxSteps - probe.stepsLeft;
      if (this.#checker.stepsLeft < 0 && probe.stepsLeft < maxSteps) this.#add(path, overBudget);
      return;
    }
    const exceeding = union
      .map((branch) => ({ branch, finding: probe.check(branch, value) }))
      .filter(({ finding }) => (finding & exceedsLimit) !== 0);
    const chosen = exceeding.find(({ finding }) => (finding & wrongKind) === 0) ?? exceeding[0];
    if (chosen === undefined) {
      return;
    }
    const isInOtherBranch = this.#isInOtherBranch;
    this.#isInOtherBranch ||= (unionFinding & wrongKind) === 0 && (chosen.finding & wrongKind) !== 0;
    this.searchValue(chosen.branch, value, path);
    this.#isInOtherBranch = isInOtherBranch;
  }

  #searchItems(
    { prefixItems, items, itemConditions }: SizeLimits,
    values: readonly unknown[],
    path: readonly PathSegment[],
  ): void {
    for (const [index, value] of values.entries()) {
      if (this.#isFull()) {
        return;
      }
      const item = index < prefixItems.length ? prefixItems[index] : items;
      if (item !== undefined) this.searchValue(item, value, [...path, index]);
      this.#searchConditions(itemConditions, value, [...path, index]);
    }
  }

  #searchConditions(conditions: readonly SizeLimits[], value: unknown, path: readonly PathSegment[]): void {
    for (const condition of conditions) {
      if ((this.#checker.check(condition, value) & patternBlocked) !== 0) this.searchValue(condition, value, path);
    }
  }

  #searchFields(limits: SizeLimits, fields: Readonly<Record<string, unknown>>, path: readonly PathSegment[]): void {
    for (const [name, property] of limits.properties) {
      if (Object.hasOwn(fields, name)) this.searchValue(property, fields[name], [...path, name]);
    }
    for (const [name, dependent] of limits.dependent) {
      if (Object.hasOwn(fields, name)) this.searchValue(dependent, fields, path);
    }
    if (!checksFieldNames(limits)) {
      return;
    }
    for (const name of Object.keys(fields)) {
      if (this.#isFull()) {
        return;
      }
      if (limits.names !== undefined && (this.#checker.check(limits.names, name) & exceedsLimit) !== 0) {
        this.#add([...path, name], { text: 'Has a name that is too long' });
      } else {
        for (const other of limitsOfOtherField(limits, name)) this.searchValue(other, fields[name], [...path, name]);
        this.#searchConditions(conditionsOfField(limits, name), fields[name], [...path, name]);
      }
    }
  }
}
