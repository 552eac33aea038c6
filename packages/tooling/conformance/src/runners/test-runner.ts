import { otcRequirements } from '../requirements/otc/otc-1.0.ts';
import type { RequirementId } from '../requirements/otc/requirement.ts';

/** The test function of any runner, such as vitest's or node:test's. */
export type TestFunction<Body> = (title: string, body: Body) => unknown;

/** Declares a test that verifies one requirement or several. */
export type Verifies<Body> = (ids: RequirementId | readonly RequirementId[], title: string, body: Body) => void;

/** Creates `verifies` for a test runner. Throws for unknown IDs; the test title contains the IDs. */
export function createVerifies<Body>(test: TestFunction<Body>): Verifies<Body> {
  const allIds = new Set<string>(otcRequirements.map((requirement) => requirement.id));
  return (ids, title, body) => {
    const idList = typeof ids === 'string' ? [ids] : ids;
    const unknown = idList.filter((id) => !allIds.has(id));
    if (idList.length === 0 || unknown.length > 0) {
      throw new TypeError(
        `'${title}': expected IDs from otcRequirements of @toolwire/conformance, got ${unknown.join(', ') || 'none'}.`,
      );
    }
    test(`${idList.join(' ')} ${title}`, body);
  };
}

export interface TestRunner {
  describe(title: string, body: () => void): unknown;
  beforeAll(body: () => Promise<void>): unknown;
  afterAll(body: () => Promise<void>): unknown;
  test(title: string, body: (context: RunningTest) => Promise<void>): unknown;
}

export interface RunningTest {
  skip(reason: string): void;
}
