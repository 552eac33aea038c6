import { otcRequirements } from './requirements/otc-1.0.ts';
import type { RequirementId } from './requirements/requirement.ts';

/** The test function of any runner, such as vitest's or node:test's. */
export type TestFunction<Body> = (title: string, body: Body) => unknown;

/** Declares a test that verifies one requirement or several. */
export type Verifies<Body> = (ids: RequirementId | readonly RequirementId[], title: string, body: Body) => void;

/** Makes `verifies` for a test runner; the ids stand in the title, and must exist. */
export function createVerifies<Body>(test: TestFunction<Body>): Verifies<Body> {
  const known = new Set<string>(otcRequirements.map((requirement) => requirement.id));
  return (ids, title, body) => {
    const named = typeof ids === 'string' ? [ids] : ids;
    const unknown = named.filter((id) => !known.has(id));
    if (named.length === 0 || unknown.length > 0) {
      throw new TypeError(
        `'${title}' verifies ${unknown.join(', ') || 'nothing'}. Name ids that stand in the requirements of @toolwire/conformance.`,
      );
    }
    test(`${named.join(' ')} ${title}`, body);
  };
}

/** The ids that a test file's text verifies: the first arguments of its calls of `verifies`. */
export function verifiedIn(source: string): readonly RequirementId[] {
  const calls = source.matchAll(/\bverifies\(\s*(\[[^\]]*\]|'[^']*'|"[^"]*")/g);
  return [...calls].flatMap(([, ids = '']) => ids.match(/OTC-[A-Z]+-\d+[a-z]?/g) ?? []) as RequirementId[];
}
