// A reporter of vitest that writes what `test-totals.mjs` adds up into the file that TEST_REPORT names.
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import process from 'node:process';
import { root } from './packages.mjs';

const slowestCount = 12;

// oxlint-disable-next-line import/no-default-export -- vitest takes a reporter from there.
export default class TotalsReporter {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly import('vitest').SerializedError[]} unhandled
   */
  onTestRunEnd(modules, unhandled) {
    const path = process.env['TEST_REPORT'];
    if (path) writeFileSync(path, JSON.stringify(toReport(modules, unhandled)));
  }
}

/**
 * @param {readonly import('vitest/node').TestModule[]} modules
 * @param {readonly import('vitest').SerializedError[]} unhandled
 * @returns {import('./totals.mjs').TestReport}
 */
function toReport(modules, unhandled) {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const inState = (/** @type {string} */ state) => tests.filter((test) => test.result().state === state);
  return {
    passed: inState('passed').length,
    skipped: inState('skipped').length,
    failures: [
      ...tests.filter((test) => !['passed', 'skipped'].includes(test.result().state)).map(ofTest),
      // A hook that throws, and a file that cannot be loaded: the tests below it have not run.
      ...modules.flatMap((module) => [module, ...module.children.allSuites()]).flatMap(ofSuite),
      ...unhandled.map(ofUnhandled),
    ],
    secondTries: tests.filter((test) => test.diagnostic()?.flaky).map(ofTest),
    slowest: modules
      .map((module) => ({ file: module.relativeModuleId, seconds: Math.round(module.diagnostic().duration / 1_000) }))
      .sort((a, b) => b.seconds - a.seconds)
      .slice(0, slowestCount),
  };
}

/**
 * @param {import('vitest/node').TestCase} test
 * @returns {import('./totals.mjs').Failure}
 */
function ofTest(test) {
  const errors = test.result().errors ?? [];
  return { file: test.module.relativeModuleId, name: test.fullName, error: errors[0]?.message ?? 'has not ended' };
}

/**
 * @param {import('vitest/node').TestModule | import('vitest/node').TestSuite} suite
 * @returns {import('./totals.mjs').Failure[]}
 */
function ofSuite(suite) {
  const [file, name] =
    suite.type === 'module' ? [suite.relativeModuleId, ''] : [suite.module.relativeModuleId, suite.fullName];
  return suite.errors().map(({ message }) => ({ file, name, error: message }));
}

/**
 * @param {import('vitest').SerializedError} error
 * @returns {import('./totals.mjs').Failure}
 */
function ofUnhandled({ VITEST_TEST_PATH: path, VITEST_TEST_NAME: name, message }) {
  const file = typeof path === 'string' ? relative(root, path) : 'no file';
  return { file, name: typeof name === 'string' ? name : '', error: `uncaught: ${message}` };
}
