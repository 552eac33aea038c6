import { type CaseGroup, stateIn, titlesOf } from './cases/otc-case.ts';
import { otcSuite } from './cases/otc-suite.ts';
import type { Bodies, HostSubject, MountHost } from './host/host-app.ts';
import { checkHostOptions, type HostOptions, sortExceptions } from './host/host-options.ts';
import { hostSuite } from './host/host-suite.ts';
import { quietLogger } from './host/quiet-logger.ts';
import { runHostCase } from './host/run-host-case.ts';
import { sampleCases } from './host/sample-cases.ts';
import { factsOf, startOtc } from './host/start-otc.ts';
import { expectException, findExceptions, type ReasonsByTitle } from './known-exceptions.ts';
import { type CaseResult, runCase } from './run-case.ts';
import { createWireSchemas } from './schemas/wire-schemas.ts';
import { connectOtcServer } from './subject/connect-otc-server.ts';
import { serverStates } from './subject/otc-server.ts';

/** What came of one case on a host. */
export interface HostResult extends CaseResult {
  readonly bodies: Bodies;
  /** Whether the case is about hosts, or about the standard. */
  readonly suite: 'host' | 'standard';
}

/** Runs what must hold on every host, and every case of the standard, without a test runner; tells of each as it ends. */
export async function runHost(
  mount: MountHost,
  options: HostOptions,
  onResult: (result: HostResult) => void = () => undefined,
): Promise<readonly HostResult[]> {
  checkHostOptions('runHost()', options);
  const subject = { mount, createServer: options.createServer, schemas: createWireSchemas() };
  const results: HostResult[] = [];
  for (const bodies of options.bodies ?? (['unread', 'parsed'] as const)) {
    const exceptions = sortExceptions(options, bodies);
    const hostReasons = findExceptions(exceptions.host, hostSuite.flatMap(titlesOf));
    const otcReasons = findExceptions(exceptions.otc, otcSuite.flatMap(titlesOf));
    const tell =
      (suite: HostResult['suite']) =>
      (result: CaseResult): void => {
        results.push({ ...result, bodies, suite });
        onResult(results.at(-1) as HostResult);
      };
    await runHostSuite(subject, bodies, hostReasons, tell('host'));
    const suite = options.cases === 'sample' ? sampleCases(exceptions.otc) : otcSuite;
    await runOtcSuite(subject, bodies, suite.flatMap(casesOf), otcReasons, tell('standard'));
  }
  return results;
}

type Tell = (result: CaseResult) => void;

async function runHostSuite(subject: HostSubject, bodies: Bodies, reasons: ReasonsByTitle, tell: Tell): Promise<void> {
  for (const group of hostSuite) {
    for (const hostCase of group.cases) {
      const title = `${group.title}: ${hostCase.title}`;
      const run = (): Promise<void> => runHostCase(hostCase, subject, bodies);
      const result = { title, requirements: [] };
      tell({ ...result, ...(await outcomeOf(run, reasons.get(title))) });
    }
  }
}

async function runOtcSuite(
  subject: HostSubject,
  bodies: Bodies,
  wanted: readonly GroupedCase[],
  reasons: ReasonsByTitle,
  tell: Tell,
): Promise<void> {
  for (const state of [undefined, ...serverStates]) {
    const running = await startOtc(subject, bodies, quietLogger, state)();
    try {
      const server = await connectOtcServer(running.url, { ...factsOf(state), schemas: subject.schemas });
      for (const { group, otcCase } of wanted.filter(({ otcCase: { needs = [] } }) => stateIn(needs) === state)) {
        const title = `${group}: ${otcCase.title}`;
        const reason = reasons.get(title);
        if (reason === undefined) tell({ ...(await runCase(otcCase, server)), title });
        else {
          tell({ title, requirements: otcCase.requirements, ...(await outcomeOf(() => otcCase.run(server), reason)) });
        }
      }
    } finally {
      await running.close();
    }
  }
}

interface GroupedCase {
  readonly group: string;
  readonly otcCase: CaseGroup['cases'][number];
}

function casesOf({ title, cases }: CaseGroup): GroupedCase[] {
  return cases.map((otcCase) => ({ group: title, otcCase }));
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
