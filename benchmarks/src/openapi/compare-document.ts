import { cpuOfTree } from '../scale/process-cpu.ts';
import { type Contender, contenders } from './contenders.ts';
import type { ComparedDocument } from './documents.ts';
import { requestProblem } from './expected-request.ts';
import { recordOf } from './json.ts';
import type { RecordingApi } from './recording-api.ts';
import { type SampleCall, sampleCalls } from './sample-calls.ts';
import { argumentsOf, toolOfOperation } from './tool-arguments.ts';
import { type ListedTool, refusalOf } from './tool-refusals.ts';
import { startToolServer, type ToolServer } from './tool-server.ts';

/** The results of a document. */
export interface DocumentResult {
  readonly title: string;
  readonly operations: number;
  readonly rows: readonly (ProjectResult | { readonly project: string; readonly refusal: string })[];
}

/** The results of a project with a document. */
export interface ProjectResult {
  readonly project: string;
  readonly tools: number;
  /** Why each refused tool is refused. */
  readonly refused: readonly string[];
  readonly calls: number;
  /** The defect of each wrong request. */
  readonly wrong: readonly string[];
  /** Microseconds of CPU time. */
  readonly cpu: number | undefined;
}

interface Started {
  readonly contender: Contender;
  readonly server: ToolServer;
  readonly tools: readonly ListedTool[];
}

const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options'];

/** Starts each project with a document, and calls the same operations with the same values. */
export async function compareDocument(
  { title, path, document }: ComparedDocument,
  folder: string,
  api: RecordingApi,
  calls: number,
): Promise<DocumentResult> {
  const started: Started[] = [];
  const refused = new Map<string, string>();
  try {
    for (const contender of contenders) {
      try {
        const server = await startToolServer(contender, folder, path, api.url);
        started.push({ contender, server, tools: server.tools });
      } catch (thrown) {
        refused.set(contender.name, thrown instanceof Error ? thrown.message : String(thrown));
      }
    }
    const chosen = everyNth(commonCalls(sampleCalls(document), started), calls);
    const rows: DocumentResult['rows'][number][] = [];
    const sent = new Map<string, ReadonlySet<SampleCall>>();
    for (const one of started) {
      const problems = await problemsOf(one, chosen, api);
      sent.set(one.contender.name, new Set(chosen.filter((_, index) => problems[index] !== 'no request')));
      rows.push({
        project: one.contender.name,
        tools: one.tools.length,
        refused: one.tools.map(refusalOf).filter((reason) => reason !== undefined),
        calls: chosen.length,
        wrong: problems.filter((problem) => problem !== undefined),
        cpu: undefined,
      });
    }
    const sentByAll = chosen.filter((call) => [...sent.values()].every((set) => set.has(call)));
    const cpu = await cpuPerCall(started, sentByAll.slice(0, 20), calls, api);
    const withCpu = rows.map((row) => ('refusal' in row ? row : { ...row, cpu: cpu.get(row.project) }));
    const refusals = [...refused].map(([project, refusal]) => ({ project, refusal }));
    return { title, operations: operationCount(document), rows: [...withCpu, ...refusals] };
  } finally {
    await Promise.all(started.map(({ server }) => server.stop()));
  }
}

function operationCount(document: ComparedDocument['document']): number {
  const items = Object.values(recordOf(document['paths']));
  return items.flatMap((item) => methods.filter((method) => method in recordOf(item))).length;
}

/** The calls of operations for which each project has a tool. */
function commonCalls(calls: readonly SampleCall[], started: readonly Started[]): readonly SampleCall[] {
  return calls.filter(({ operationId }) =>
    started.every(({ tools }) => toolOfOperation(operationId, tools) !== undefined),
  );
}

/** At most `count` members, spread evenly. */
function everyNth<Member>(members: readonly Member[], count: number): readonly Member[] {
  const step = Math.max(1, members.length / count);
  return members.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

async function problemsOf(
  { server, tools }: Started,
  calls: readonly SampleCall[],
  api: RecordingApi,
): Promise<readonly (string | undefined)[]> {
  const problems: (string | undefined)[] = [];
  for (const call of calls) {
    const tool = toolOfOperation(call.operationId, tools);
    if (tool === undefined) continue;
    api.take();
    await server.call(tool.name, argumentsOf(call, tool));
    problems.push(requestProblem(call, api.take()[0]));
  }
  return problems;
}

const rounds = 5;

/** The median of the CPU microseconds per call. The projects take turns, so that a busy machine slows each of them alike. */
async function cpuPerCall(
  started: readonly Started[],
  calls: readonly SampleCall[],
  perRound: number,
  api: RecordingApi,
): Promise<ReadonlyMap<string, number>> {
  const measured = new Map<string, number[]>(started.map(({ contender }) => [contender.name, []]));
  if (calls.length === 0) return new Map();
  // The first round only warms up.
  for (let round = 0; round <= rounds; round++) {
    for (const { contender, server, tools } of started) {
      const before = cpuOfTree(server.pid);
      for (let index = 0; index < perRound; index++) {
        const call = calls[index % calls.length];
        const tool = call === undefined ? undefined : toolOfOperation(call.operationId, tools);
        if (call !== undefined && tool !== undefined) await server.call(tool.name, argumentsOf(call, tool));
      }
      if (round > 0) measured.get(contender.name)?.push((cpuOfTree(server.pid) - before) / perRound);
      api.take();
    }
  }
  return new Map(
    [...measured].map(([name, values]) => [
      name,
      values.sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0,
    ]),
  );
}
