import { type CaseGroup, casesOf, titleOf, titlesOf } from '../cases/otc-case.ts';
import { otcSuite } from '../cases/otc-suite.ts';
import { connectOtcServer } from '../client/connect-otc-server.ts';
import { serverStates } from '../client/otc-server.ts';
import { expectException, findExceptions, type ReasonsByTitle } from '../runners/known-exceptions.ts';
import { type CaseResult, runCase } from '../runners/run-suite.ts';
import { createResponseSchemas } from '../schemas/response-schemas.ts';
import type { Bodies, HostSubject, MountHost } from './host-app.ts';
import { checkHostOptions, type HostOptions, sortExceptions } from './host-options.ts';
import { hostSuite, runHostCase } from './host-suite.ts';
import { quietLogger } from './loggers.ts';
import { sampleCases } from './sample-cases.ts';
import { connectionOptions, startOtc } from './start-otc.ts';

/** The result of one case on a host. */
export interface HostResult extends CaseResult {
  readonly bodies: Bodies;
  /** Whether the case is about hosts, or about the standard. */
  readonly suite: 'host' | 'standard';
}

/** Runs the host suite and every case of the standard without a test runner. Calls `onResult` after each case. */
export async function runHost(
  mount: MountHost,
  options: HostOptions,
  onResult: (result: HostResult) => void = () => undefined,
): Promise<readonly HostResult[]> {
  checkHostOptions('runHost()', options);
  const subject = { mount, createServer: options.createServer, schemas: createResponseSchemas() };
  const results: HostResult[] = [];
  for (const bodies of options.bodies ?? (['unread', 'parsed'] as const)) {
    const exceptions = sortExceptions(options, bodies);
    const hostReasons = findExceptions(exceptions.host, hostSuite.flatMap(titlesOf));
    const otcReasons = findExceptions(exceptions.otc, otcSuite.flatMap(titlesOf));
    const reportTo =
      (suite: HostResult['suite']) =>
      (result: CaseResult): void => {
        const named = { ...result, bodies, suite };
        results.push(named);
        onResult(named);
      };
    await runHostSuite(subject, bodies, hostReasons, reportTo('host'));
    const suite = options.cases === 'sample' ? sampleCases(exceptions.otc) : otcSuite;
    await runOtcSuite(subject, bodies, suite, otcReasons, reportTo('standard'));
  }
  return results;
}

type Report = (result: CaseResult) => void;

async function runHostSuite(
  subject: HostSubject,
  bodies: Bodies,
  reasons: ReasonsByTitle,
  report: Report,
): Promise<void> {
  for (const group of hostSuite) {
    for (const hostCase of group.cases) {
      const title = titleOf(group, hostCase);
      const run = (): Promise<void> => runHostCase(hostCase, subject, bodies);
      const result = { title, requirements: [] };
      report({ ...result, ...(await outcomeOf(run, reasons.get(title))) });
    }
  }
}

async function runOtcSuite(
  subject: HostSubject,
  bodies: Bodies,
  suite: readonly CaseGroup[],
  reasons: ReasonsByTitle,
  report: Report,
): Promise<void> {
  for (const state of [undefined, ...serverStates]) {
    const running = await startOtc(subject, bodies, quietLogger, state)();
    try {
      const server = await connectOtcServer(running.url, { ...connectionOptions(state), schemas: subject.schemas });
      for (const group of casesOf(suite, state)) {
        for (const otcCase of group.cases) {
          const title = titleOf(group, otcCase);
          const reason = reasons.get(title);
          const result =
            reason === undefined
              ? await runCase(otcCase, server)
              : { requirements: otcCase.requirements, ...(await outcomeOf(() => otcCase.run(server), reason)) };
          report({ ...result, title });
        }
      }
    } finally {
      await running.close();
    }
  }
}

async function outcomeOf(
  run: () => Promise<void>,
  reason: string | undefined,
): Promise<Pick<CaseResult, 'status' | 'message'>> {
  try {
    if (reason === undefined) {
      await run();
      return { status: 'pass' };
    }
    await expectException(run, reason);
    return { status: 'skip', message: reason };
  } catch (error) {
    return { status: 'fail', message: error instanceof Error ? error.message : String(error) };
  }
}
