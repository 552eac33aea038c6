/** What is needed of a test runner, in vitest's shape. */
export interface TestRunner {
  describe(title: string, body: () => void): unknown;
  beforeAll(body: () => Promise<void>): unknown;
  afterAll(body: () => Promise<void>): unknown;
  readonly test: {
    (title: string, body: (context: RunningTest) => Promise<void>): unknown;
    skip(title: string, body: () => void): unknown;
  };
}

/** What a running test can do with itself. */
export interface RunningTest {
  skip(reason: string): void;
}
