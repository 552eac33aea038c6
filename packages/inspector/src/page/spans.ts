import { stateText } from './call-state.ts';
import { isFields, isList, type Json, type JsonFields, wordOf } from './json.ts';

/** A part of the time of a call. */
export interface Span {
  readonly name: string;
  /** What happens in it, in words. */
  readonly title: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly kind: string;
  /** The outcome of this span, if the call ended in it. */
  readonly outcome: string | undefined;
}

/** The steps that each server has. Other names are functions of the app. */
const titles: ReadonlyMap<string, string> = new Map([
  ['running', 'Check the limits'],
  ['resolve', 'Find the tool'],
  ['scopes', 'Check scopes'],
  ['validate', 'Validate the input'],
  ['requirements', 'Find tokens and secrets'],
  ['confirm', 'Confirm'],
  ['deferral', 'Start a task'],
  ['idempotencyStage', 'Look up the call ID'],
]);

/** Returns the spans of a call: its stages, each run of the tool, and the response. */
export function spansOf({ tookMs: took, stages, runs, replayed, outcome }: JsonFields): readonly Span[] {
  const tookMs = typeof took === 'number' ? took : 0;
  const ran = entriesOf(runs).map(({ fromMs, toMs, outcome: end }, index): Span => {
    const kind = `run ${wordOf(end ?? 'running')}`;
    const name = `run ${index + 1}`;
    return {
      name,
      title: entriesOf(runs).length === 1 ? 'Run the tool' : `Run the tool, attempt ${index + 1}`,
      fromMs: Number(fromMs ?? 0),
      toMs: Number(toMs ?? tookMs),
      kind,
      outcome: end === undefined ? 'not ended' : stateText(wordOf(end)),
    };
  });
  const reached = entriesOf(stages).map(({ name, atMs }) => ({ name: wordOf(name), atMs: Number(atMs ?? 0) }));
  const starts = [...reached.map(({ atMs }) => atMs), ...ran.map(({ fromMs }) => fromMs)].sort(
    (one, other) => one - other,
  );
  /** A span ends where the next one starts, or at the end of the call. */
  const endOf = (atMs: number, place: number): number =>
    starts.find((start, index) => index > place && start >= atMs) ?? tookMs;
  const passed = reached.map(({ name, atMs }): Span => {
    const toMs = endOf(atMs, starts.lastIndexOf(atMs));
    const isLast = ran.length === 0 && toMs === tookMs;
    const end =
      replayed === true ? 'stored result of an earlier call' : `ended here: ${stateText(wordOf(outcome ?? ''))}`;
    return {
      name,
      title: titles.get(name) ?? name,
      fromMs: atMs,
      toMs,
      kind: isLast ? `stage ${wordOf(outcome ?? '')}` : 'stage',
      outcome: isLast ? end : undefined,
    };
  });
  const last = ran.at(-1);
  const back: readonly Span[] =
    last === undefined || last.toMs >= tookMs
      ? []
      : [
          {
            name: 'response',
            title: 'Write the response',
            fromMs: last.toMs,
            toMs: tookMs,
            kind: 'stage',
            outcome: undefined,
          },
        ];
  return [...passed, ...ran].sort((one, other) => one.fromMs - other.fromMs).concat(back);
}

/** Whether a span is too short to matter: it took less than 1 % of the call, and the call went on. */
export function isShort({ fromMs, toMs, outcome }: Span, tookMs: number): boolean {
  return outcome === undefined && toMs - fromMs < tookMs / 100;
}

function entriesOf(list: Json | undefined): readonly JsonFields[] {
  return isList(list) ? list.filter(isFields) : [];
}
