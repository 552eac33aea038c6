import { performance } from 'node:perf_hooks';
import { cutText, hasVersion, mask, roundDuration } from '@toolwire/internal';
import { exitCodes, usageError } from '../cli-error.ts';
import type { Arguments, RunCommand } from '../command-line/command.ts';
import { readText } from '../files.ts';
import { latestOf } from '../find-tool.ts';
import { type Difference, differences } from '../record/differences.ts';
import { outcomeOf, type RecordedCall, readRecording } from '../record/recorded-call.ts';
import { withMcpDetails, withTarget } from '../target/open-target.ts';
import type { CliTool, Target } from '../target/target.ts';
import { safeJson, safeLine } from '../terminal/terminal-text.ts';

interface ReplayedCall {
  /** The recorded ID. */
  readonly toolId: string;
  /** The ID of the called tool, which has another version if the recorded version no longer exists. */
  readonly calledToolId?: string;
  readonly state: 'same' | 'different' | 'gone' | 'not_read_only' | 'masked';
  readonly differences: readonly Difference[];
  readonly durationMs: { readonly before: number; readonly after?: number };
}

/** `toolwire replay FILE TARGET`. Its flags are in `command-line/test-commands.ts`. */
export const replay: RunCommand = (args, terminal) => {
  const [file, operand, ...more] = args.operands;
  if (file === undefined || more.length > 0 || (operand === undefined) !== args.spawned.length > 0) {
    throw usageError('toolwire replay takes a FILE that toolwire record wrote, and a TARGET.');
  }
  return withTarget(operand, args, terminal, async (target) => {
    const calls = readRecording(await readText(file), file);
    const tools = await withMcpDetails(target, args, terminal);
    const replayed: ReplayedCall[] = [];
    for (const call of calls) {
      terminal.signal.throwIfAborted();
      const replayedCall = await replayCall(call, { ...target, tools }, args);
      replayed.push(replayedCall);
      if (!args.has('json')) terminal.write(describe(replayedCall));
    }
    const counts = { same: 0, different: 0, gone: 0, not_read_only: 0, masked: 0 };
    for (const { state } of replayed) counts[state] += 1;
    if (args.has('json')) terminal.write(`${safeJson({ counts, calls: replayed })}\n`);
    else terminal.write(summary(counts, replayed));
    // A masked call can never be replayed, so it would make every replay of the recording fail.
    return counts.same + counts.masked === calls.length ? exitCodes.success : exitCodes.failed;
  });
};

async function replayCall(
  { toolId, input, outcome, durationMs: before }: RecordedCall,
  { tools, call: send }: Pick<Target, 'tools' | 'call'>,
  args: Arguments,
): Promise<ReplayedCall> {
  const notCalled = { toolId, differences: [], durationMs: { before } };
  const tool = toolFor(toolId, tools);
  if (tool === undefined) return { ...notCalled, state: 'gone' };
  const mayCall = args.has('allow-effects') || tool.annotations?.readOnly === true;
  if (!mayCall) return { ...notCalled, state: 'not_read_only' };
  // The masked value is unknown, so the call would differ.
  if (JSON.stringify(input).includes(mask)) return { ...notCalled, state: 'masked' };
  const startedAt = performance.now();
  const result = await send({ tool, input, attempts: 1, context: {} });
  const after = roundDuration(performance.now() - startedAt);
  const changes = differences(outcome, outcomeOf(result), args.values('ignore'));
  const state = changes.length === 0 ? 'same' : 'different';
  return { toolId, calledToolId: tool.toolId, state, differences: changes, durationMs: { before, after } };
}

/** Finds the tool of a recorded call: the same version, or else the latest. */
export function toolFor(toolId: string, tools: readonly CliTool[]): CliTool | undefined {
  const id = toolId.replace(/@.*$/s, '');
  return tools.find((tool) => tool.toolId === toolId) ?? latestOf(tools.filter((tool) => tool.id === id));
}

function describe(call: ReplayedCall): string {
  const { toolId, calledToolId = toolId, state, differences: changes, durationMs } = call;
  const { before, after } = durationMs;
  const texts = {
    same: 'same',
    different: 'differs',
    gone: 'no longer exists',
    not_read_only: 'not called, because it is not marked read-only (see --allow-effects)',
    masked: 'not called, because its input contains a secret that was not recorded',
  };
  const times = after === undefined ? '' : `  ${Math.round(before)} ms → ${Math.round(after)} ms`;
  const lines = changes.map(
    ({ path, ...values }) => `  ${safeLine(path)}: ${valueText(values, 'before')} → ${valueText(values, 'after')}\n`,
  );
  const called = hasVersion({ toolId }) && calledToolId !== toolId ? ` (called ${safeLine(calledToolId)})` : '';
  return `${safeLine(toolId)}${called}  ${texts[state]}${times}\n${lines.join('')}`;
}

function valueText(values: Omit<Difference, 'path'>, side: 'before' | 'after'): string {
  if (!(side in values)) return 'nothing';
  const text = JSON.stringify(values[side]) ?? 'nothing';
  return safeLine(cutText(text, 100));
}

function summary(counts: Readonly<Record<ReplayedCall['state'], number>>, replayed: readonly ReplayedCall[]): string {
  const timed = replayed.flatMap(({ durationMs: { before, after } }) =>
    after === undefined ? [] : [{ before, after }],
  );
  const median = (side: 'before' | 'after'): number => Math.round(medianOf(timed.map((call) => call[side])));
  const times = timed.length === 0 ? '' : `; median ${median('before')} ms before, ${median('after')} ms now`;
  return `${counts.same} same, ${counts.different} different, ${counts.gone} gone, ${counts.not_read_only + counts.masked} not called${times}\n`;
}

/** Returns the middle of the durations: of an even number, the mean of the two in the middle. */
export function medianOf(durations: readonly number[]): number {
  const sorted = [...durations].sort((duration, other) => duration - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}
