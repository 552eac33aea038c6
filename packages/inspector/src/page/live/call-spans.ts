import { stateText } from '../call-state.ts';
import { entriesOf, isFields, type JsonFields, wordOf } from '../json.ts';

/** A part of the time of a call. */
interface Span {
  readonly name: string;
  readonly title: string;
  readonly fromMs: number;
  readonly toMs: number;
  /** The CSS classes of its bar. */
  readonly className: string;
  /** How a run ended, or why the call ended in this step. */
  readonly outcome: string | undefined;
}

/** The steps of toolwire, in their order. Other names are functions of the app. */
export const stepTitles: ReadonlyMap<string, string> = new Map([
  ['running', 'Check the limits'],
  ['resolve', 'Find the tool'],
  ['scopes', 'Check scopes'],
  ['validate', 'Validate the input'],
  ['requirements', 'Find tokens and secrets'],
  ['uploads', 'Find the uploaded files'],
  ['confirm', 'Confirm'],
  ['deferral', 'Start a task'],
  ['idempotencyStage', 'Look up the call ID'],
]);

/** Returns the spans of a call: its steps, each run of the tool, and the response. */
export function spansOf(call: JsonFields): readonly Span[] {
  const tookMs = Number(call['tookMs'] ?? 0);
  const runs = runSpans(call, tookMs);
  const spans = [...stepSpans(call, runs, tookMs), ...runs].sort((left, right) => left.fromMs - right.fromMs);
  const lastRun = runs.at(-1);
  if (lastRun !== undefined && lastRun.toMs < tookMs) {
    spans.push({
      name: 'response',
      title: 'Write the response',
      fromMs: lastRun.toMs,
      toMs: tookMs,
      className: 'stage',
      outcome: undefined,
    });
  }
  return spans;
}

function runSpans(call: JsonFields, tookMs: number): readonly Span[] {
  const runs = entriesOf(call, 'runs').filter(isFields);
  return runs.map(({ fromMs, toMs, outcome }, index) => ({
    name: `run ${index + 1}`,
    title: runs.length === 1 ? 'Run the tool' : `Run the tool, attempt ${index + 1}`,
    fromMs: Number(fromMs ?? 0),
    toMs: Number(toMs ?? tookMs),
    className: `run ${wordOf(outcome ?? 'running')}`,
    outcome: outcome === undefined ? 'not ended' : stateText(wordOf(outcome)),
  }));
}

/** A step ends where the next step or run starts, or at the end of the call. */
function stepSpans(call: JsonFields, runs: readonly Span[], tookMs: number): readonly Span[] {
  const steps = entriesOf(call, 'stages')
    .filter(isFields)
    .map(({ name, atMs }) => ({ name: wordOf(name), fromMs: Number(atMs ?? 0) }));
  return steps.map(({ name, fromMs }, index): Span => {
    const nextRun = runs.find((run) => run.fromMs >= fromMs);
    const toMs = Math.min(steps[index + 1]?.fromMs ?? tookMs, nextRun?.fromMs ?? tookMs);
    const isLast = runs.length === 0 && toMs === tookMs;
    const outcome = wordOf(call['outcome'] ?? '');
    return {
      name,
      title: stepTitles.get(name) ?? name,
      fromMs,
      toMs,
      className: isLast ? `stage ${outcome}` : 'stage',
      outcome: isLast ? describeEnd(call, outcome) : undefined,
    };
  });
}

function describeEnd({ replayed }: JsonFields, outcome: string): string {
  return replayed === true ? 'stored result of an earlier call' : `ended here: ${stateText(outcome)}`;
}

/** Whether a span is too short to show at first: it took less than 1 % of the call, and the call went on. */
export function isShort({ fromMs, toMs, outcome }: Span, tookMs: number): boolean {
  return outcome === undefined && toMs - fromMs < tookMs / 100;
}
